import type * as z from 'zod/mini'
import { type AuditReport, auditRollapp } from '../../../audit/audit.ts'
import { type RemoteHead, remoteHead } from '../../../audit/remote-head.ts'
import { DomainError } from '../../../errors.ts'
import type { BlockReader } from '../../../ledger/blocks/load-block.ts'
import { remoteBlocks } from '../../../net/trustless-gateway/remote-blocks.ts'
import type { ChainReader } from '../../../net/trustless-gateway/remote-chain.ts'
import type { Needable } from '../../../node/create.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { optionalArg, text } from '../../declare/wire.ts'
import { clientError } from '../../errors.ts'
import { readRoot } from '../../options/ledger-input.ts'
import { formatCidLink } from '../../print/format-ledger.ts'
import { LedgerAudit } from '../../shapes/audit.ts'

/** Spec gap: in no document. */
export const ledgerAudit = defineCommand({
  path: 'ledger/audit',
  about: 'Replay the calendar commits in a ledger, and report the first fault',
  extension: true,
  args: { rollapp: optionalArg('Rollapp of a calendar; that of this node when it is not sent') },
  options: {
    root: text('Root to audit, such as that of another node; the newest of this one when it is not sent'),
    known: text('A root that was seen before: its records must still be there, unchanged'),
    from: text(
      'Origin of another node, such as https://node.example.org: its ledger is audited, from what it serves',
    ),
  },
  reply: ndjson(LedgerAudit),
  parts: ['ledger', 'sequencer', 'outbound', 'clock'],
  async *run(parts, { args: { rollapp }, options, session, signal }) {
    const named = { root: readRoot('root', options.root), known: readRoot('known', options.known) }
    const { blocks, roots, ahead, head } =
      options.from === undefined ? here(parts, session) : otherNode(parts, options.from)
    const newest = await head({ signal })
    const audit = { ...named, root: named.root ?? newest.root, rollappId: rollapp ?? newest.rollappId }
    const mayBeAbsent = audit.rollappId === newest.rollappId
    for await (const report of auditRollapp(blocks, { ...audit, mayBeAbsent, roots, ahead, signal })) {
      yield formatReport(report)
    }
  },
})

/** Records that are read from another node at the same time. */
const AHEAD = 8

interface Subject {
  readonly blocks: BlockReader
  readonly roots?: ChainReader
  readonly ahead: number
  readonly head: (options: AbortOptions) => Promise<RemoteHead>
}

function here(
  { ledger, sequencer: { rollappId } }: Pick<Needable, 'ledger' | 'sequencer'>,
  blocks: BlockReader,
): Subject {
  const head = async (options: AbortOptions) => ({ root: await ledger.head(options), rollappId })
  return { blocks, ahead: 0, head }
}

function otherNode({ outbound: others, clock }: Pick<Needable, 'outbound' | 'clock'>, from: string): Subject {
  const url = URL.parse(from)
  if (!url || !/^https?:$/.test(url.protocol) || ![url.origin, `${url.origin}/`].includes(from)) {
    throw clientError(
      'invalid-argument',
      `invalid from: "${from}" is no origin such as https://node.example.org`,
    )
  }
  const { origin } = url
  const outbound = others?.audit
  if (!outbound) throw new DomainError('unsupported', `Cannot ask "${origin}": this host asks no other nodes`)
  const blocks = remoteBlocks(origin, { outbound, clock })
  return {
    blocks,
    roots: blocks.roots,
    ahead: AHEAD,
    head: (options) => remoteHead(origin, { outbound, clock, ...options }),
  }
}

function formatReport(report: AuditReport): z.infer<typeof LedgerAudit> {
  const { rollappId, root, records, finalRecords, commits, hiddenRecords, head, fault, isDone } = report
  return {
    RollappId: rollappId,
    Root: formatCidLink(root),
    Records: `${records}`,
    FinalRecords: `${finalRecords}`,
    Commits: commits,
    HiddenRecords: hiddenRecords,
    ...(head && { Head: formatCidLink(head) }),
    ...(fault && {
      Fault: {
        Kind: fault.kind,
        ...(fault.index !== undefined && { Index: `${fault.index}` }),
        ...(fault.height !== undefined && { Height: `${fault.height}` }),
        Message: fault.message,
      },
    }),
    Done: isDone,
  }
}
