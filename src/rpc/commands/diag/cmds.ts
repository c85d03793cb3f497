import { defineCommand, json } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { CallRecords } from '../../shapes/node.ts'

/** Spec: RPC document, section 4, `/diag/cmds`. */
export const diagCmds = defineCommand({
  path: 'diag/cmds',
  about: 'List the calls that run or have run',
  args: {},
  options: { verbose: bool('Print more', { alias: 'v' }) },
  reply: json(CallRecords),
})
