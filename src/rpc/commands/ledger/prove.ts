import { proofCar, proveUpdate } from '../../../ledger/proof/prove-update.ts'
import { coalesceChunks } from '../../../streams/coalesce-chunks.ts'
import { bytes, defineCommand } from '../../declare/command.ts'
import { arg, bool, text } from '../../declare/wire.ts'
import { readRoot } from '../../options/ledger-input.ts'
import { readUint64 } from '../../print/uint64.ts'

/** Spec gap: the ledger document has no proofs. The CAR has the blocks from the root down to the record. */
export const ledgerProve = defineCommand({
  path: 'ledger/prove',
  about: 'Prove by a CAR that a root holds a state record',
  extension: true,
  args: { rollapp: arg('Rollapp id') },
  options: {
    index: text('Index of the record'),
    height: text('Block height that the record covers; not needed with an index'),
    final: bool('Refuse unless the record is final under the root', { fallback: false }),
    root: text('Root to prove from; the newest when it is not sent'),
  },
  reply: bytes(),
  parts: ['ledger'],
  async run({ ledger }, { args: { rollapp: rollappId }, options, signal }) {
    const [index, height] = [readUint64('index', options.index), readUint64('height', options.height)]
    const state = await ledger.open(readRoot('root', options.root), { signal })
    const proof = await proveUpdate(state, { rollappId, index, height, final: options.final }, { signal })
    return {
      content: coalesceChunks(proofCar(state, proof, { signal })),
      contentType: 'application/vnd.ipld.car',
    }
  },
})
