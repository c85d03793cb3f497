import { defineCommand, empty } from '../../../declare/command.ts'

/** Spec: RPC document, section 4, `/diag/cmds/clear`. */
export const diagCmdsClear = defineCommand({
  path: 'diag/cmds/clear',
  about: 'Remove the calls that have ended from the list',
  args: {},
  options: {},
  reply: empty(),
  parts: ['calls'],
  async run({ calls }) {
    calls.clear()
  },
})
