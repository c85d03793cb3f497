import type * as z from 'zod/mini'
import { defineCommand, json } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { callTable, printCall } from '../../print/process/call-table.ts'
import { CallRecords } from '../../shapes/node.ts'

/**
 * Spec: RPC document, section 4, `/diag/cmds`. Spec gap: arguments and options that are secret are hidden, long ones are
 * cut, and at most 256 calls that have ended are kept, while the node is loaded: ids begin at 1 after each load.
 */
export const diagCmds = defineCommand({
  path: 'diag/cmds',
  about: 'List the calls that run or have run',
  args: {},
  options: { verbose: bool('Print more', { alias: 'v', fallback: false }) },
  reply: json(CallRecords),
  text: (calls: z.output<typeof CallRecords>, { options }) => callTable(calls, options.verbose),
  parts: ['calls'],
  run: async ({ calls }) => calls.list().map(printCall),
})
