import type * as z from 'zod/mini'
import { type AuditReport, auditRollapp } from '../../../anchoring/audit.ts'
import { defineCommand, ndjson } from '../../command.ts'
import { readRoot } from '../../ledger-input.ts'
import { shownCid } from '../../ledger-shown.ts'
import { LedgerAudit } from '../../shapes/audit.ts'
import { optionalArg, text } from '../../wire.ts'

/** Spec gap: no document has it. */
export const ledgerAudit = defineCommand({
  path: 'ledger/audit',
  about: 'Replay the commits that a ledger vouches for, and name the first lie',
  extension: true,
  args: { rollapp: optionalArg('Rollapp of a calendar; that of this node when it is not sent') },
  options: {
    root: text('Root to audit, such as that of another node; the newest of this one when it is not sent'),
    known: text('A root that was seen before: what it says must still stand'),
  },
  reply: ndjson(LedgerAudit),
  async *run({ ledger, sequencer, ports }, { args: { rollapp }, options, signal }) {
    const root = readRoot('root', options.root) ?? (await ledger.head({ signal }))
    const known = readRoot('known', options.known)
    const { blockstore } = ports
    const rollappId = rollapp ?? sequencer.rollappId
    const mayBeAbsent = rollappId === sequencer.rollappId
    for await (const report of auditRollapp(blockstore, { rollappId, root, known, mayBeAbsent, signal })) {
      yield shownReport(report)
    }
  },
})

function shownReport(report: AuditReport): z.infer<typeof LedgerAudit> {
  const { rollappId, root, records, finalRecords, commits, head, lie, isDone } = report
  return {
    RollappId: rollappId,
    Root: shownCid(root),
    Records: `${records}`,
    FinalRecords: `${finalRecords}`,
    Commits: commits,
    ...(head && { Head: shownCid(head) }),
    ...(lie && {
      Lie: {
        Kind: lie.kind,
        ...(lie.index !== undefined && { Index: `${lie.index}` }),
        ...(lie.height !== undefined && { Height: `${lie.height}` }),
        Message: lie.message,
      },
    }),
    Done: isDone,
  }
}
