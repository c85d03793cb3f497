import { defineCommand, json } from '../../command.ts'
import { CallRecords } from '../../shapes/node.ts'
import { bool } from '../../wire.ts'

/** Spec: RPC document, section 4, `/diag/cmds`. */
export const diagCmds = defineCommand({
  path: 'diag/cmds',
  about: 'List the calls that run or have run',
  args: {},
  options: { verbose: bool('Print more', { alias: 'v' }) },
  reply: json(CallRecords),
})
