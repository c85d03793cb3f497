import { fromBase64, toBase64 } from '../../../codec/bytes/base64.ts'
import { listRollapps } from '../../../ledger/queries/list-rollapps.ts'
import { listUpdates } from '../../../ledger/queries/list-updates.ts'
import type { Page } from '../../../ledger/queries/page.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { bool, int, optionalArg, text } from '../../declare/wire.ts'
import { clientError } from '../../errors.ts'
import { readRoot } from '../../options/ledger-input.ts'
import { formatRollappView, formatSummary } from '../../print/format-ledger.ts'
import { readUint64 } from '../../print/uint64.ts'
import { LedgerPage } from '../../shapes/ledger.ts'

/** Spec gap: the ledger document shows no lists; order is by number. */
export const ledgerList = defineCommand({
  path: 'ledger/list',
  about: 'List the state records of a rollapp, or all rollapps',
  extension: true,
  args: { rollapp: optionalArg('Rollapp id; all rollapps are listed without one') },
  options: {
    status: int('Only records of this status: 1 received, 2 finalized'),
    key: text('NextKey of the page before'),
    offset: text('Entries to pass over; not together with a key'),
    limit: text('Most entries of the page, up to 1000', { fallback: '100' }),
    reverse: bool('From the last to the first', { fallback: false }),
    root: text('Root to read; the newest when it is not sent'),
  },
  reply: json(LedgerPage),
  parts: ['ledger'],
  async run({ ledger }, { args: { rollapp: rollappId }, options, signal }) {
    const key = options.key === undefined ? undefined : fromBase64(options.key)
    if (options.key !== undefined && !key) throw clientError('invalid-argument', 'invalid key: not base64')
    const [offset, limit] = [readUint64('offset', options.offset), readUint64('limit', options.limit)]
    const page = { key, offset, limit, reverse: options.reverse }
    const state = await ledger.open(readRoot('root', options.root), { signal })
    if (rollappId === undefined) {
      const found = await listRollapps(state, page, { signal })
      return { Rollapps: found.items.map(formatRollappView), ...formatPageEnd(found) }
    }
    const found = await listUpdates(state, { rollappId, status: options.status, ...page }, { signal })
    return { Updates: found.items.map(formatSummary), ...formatPageEnd(found) }
  },
})

function formatPageEnd({ nextKey, total }: Page<unknown>) {
  return { ...(nextKey && { NextKey: toBase64(nextKey) }), Total: `${total}` }
}
