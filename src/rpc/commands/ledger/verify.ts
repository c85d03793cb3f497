import { verifyProof } from '../../../ledger/proof/verify-proof.ts'
import { toJson } from '../../../ledger/records/print-json.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { arg, bool, text } from '../../declare/wire.ts'
import { onlyPart } from '../../form/only-part.ts'
import { readRoot } from '../../options/ledger-input.ts'
import { readUint64 } from '../../print/uint64.ts'
import { LedgerVerified } from '../../shapes/ledger.ts'

const LIMIT_BYTES = 4 * 1024 * 1024

/** Spec gap: the ledger document has no proofs. Uses neither storage nor network. */
export const ledgerVerify = defineCommand({
  path: 'ledger/verify',
  about: 'Verify that a CAR proves that a root holds a state record',
  extension: true,
  args: {
    root: arg('CID of the root that is trusted'),
    rollapp: arg('Rollapp id'),
    index: arg('Index of the record'),
  },
  options: {
    height: text('Block height that the record must cover; its descriptor is shown'),
    final: bool('The record must be final under the root', { fallback: false }),
  },
  body: 'data',
  rawTypes: ['application/vnd.ipld.car'],
  reply: json(LedgerVerified),
  async run(_, { args, options, body }) {
    const root = readRoot('root', args.root) ?? args.root
    const index = readUint64('index', args.index) ?? 0n
    const height = readUint64('height', options.height)
    const claim = { root, rollappId: args.rollapp, index, final: options.final }
    const car = await onlyPart(body, { limitBytes: LIMIT_BYTES })
    const found = verifyProof(car, { ...claim, ...(height !== undefined && { height }) })
    if (!found.isProved) return { IsProved: false, Reason: found.reason }
    return {
      IsProved: true,
      StateInfo: toJson('StateInfo', found.record),
      Cid: { '/': found.update },
      IsFinal: found.isFinal,
      FinalHeight: `${found.finalHeight}`,
      LedgerHeight: `${found.ledgerHeight}`,
      ...(found.descriptor && { Descriptor: toJson('BlockDescriptor', found.descriptor) }),
    }
  },
})
