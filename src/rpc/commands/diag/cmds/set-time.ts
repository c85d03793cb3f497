import { defineCommand, empty } from '../../../declare/command.ts'
import { arg } from '../../../declare/wire.ts'
import { readDurationMs } from '../../../options/duration.ts'

/** Spec: RPC document, section 4, `/diag/cmds/set-time`. */
export const diagCmdsSetTime = defineCommand({
  path: 'diag/cmds/set-time',
  about: 'Set how long calls that have ended stay in the list',
  args: { time: arg('Duration such as 1h') },
  options: {},
  reply: empty(),
  parts: ['calls'],
  async run({ calls }, { args: { time } }) {
    calls.keepFor(readDurationMs(time))
  },
})
