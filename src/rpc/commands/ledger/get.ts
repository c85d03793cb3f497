import { getUpdateByCid, getUpdateByHeight, resolveUpdate } from '../../../ledger/queries/read-update.ts'
import { toJson } from '../../../ledger/records/print-json.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { bool, optionalArg, text } from '../../declare/wire.ts'
import { readRoot } from '../../options/ledger-input.ts'
import { formatCidLink, formatUpdate } from '../../print/format-ledger.ts'
import { readUint64 } from '../../print/uint64.ts'
import { LedgerUpdateReply } from '../../shapes/ledger.ts'

/** Spec gap: the ledger document has no queries. An index takes precedence over a height, as in the network's. */
export const ledgerGet = defineCommand({
  path: 'ledger/get',
  about: 'Show a state record by index, block height or CID, or the last one',
  extension: true,
  args: { rollapp: optionalArg('Rollapp id; not needed for a CID') },
  options: {
    index: text('Index of the record'),
    height: text('Block height that the record covers'),
    finalized: bool('The last final record', { fallback: false }),
    cid: text('CID of the stored record, which may have been reverted'),
    root: text('Root to read; the newest when it is not sent'),
  },
  reply: json(LedgerUpdateReply),
  parts: ['ledger'],
  async run({ ledger }, { args: { rollapp: rollappId = '' }, options, signal }) {
    const [index, height] = [readUint64('index', options.index), readUint64('height', options.height)]
    const cid = readRoot('cid', options.cid)
    const state = await ledger.open(readRoot('root', options.root), { signal })
    if (cid) {
      const { update, record } = await getUpdateByCid(state, cid, { signal })
      return update
        ? formatUpdate(update)
        : { StateInfo: toJson('StateInfo', record), Cid: formatCidLink(cid) }
    }
    if (height !== undefined && !index) {
      const update = await getUpdateByHeight(state, { rollappId, height }, { signal })
      return { ...formatUpdate(update), Descriptor: toJson('BlockDescriptor', update.descriptor) }
    }
    const query = { rollappId, index: index ?? 0n, height: 0n, finalized: options.finalized }
    return formatUpdate(await resolveUpdate(state, query, { signal }))
  },
})
