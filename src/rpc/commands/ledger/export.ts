import { exportCar } from '../../../ledger/transfer/export-car.ts'
import { genesisPieces } from '../../../ledger/transfer/genesis-pieces.ts'
import { genesisJson, genesisProtobuf } from '../../../ledger/transfer/print-genesis.ts'
import { coalesceChunks } from '../../../streams/coalesce-chunks.ts'
import { bytes, defineCommand } from '../../declare/command.ts'
import { bool, text } from '../../declare/wire.ts'
import { clientError } from '../../errors.ts'
import { readRoot } from '../../options/ledger-input.ts'

/** Spec gap: the ledger document shows no export; the genesis document is the network's. */
export const ledgerExport = defineCommand({
  path: 'ledger/export',
  about: 'Write a ledger as a genesis document or as a CAR',
  extension: true,
  args: {},
  options: {
    format: text('json, protobuf or car', { fallback: 'json' }),
    history: bool('Bring all roots before it too; for car alone', { fallback: false }),
    root: text('Root to write; the newest when it is not sent'),
  },
  reply: bytes(),
  parts: ['ledger'],
  async run({ ledger }, { options: { format, history, root }, signal }) {
    const state = await ledger.open(readRoot('root', root), { signal })
    switch (format) {
      case 'json':
        return { content: genesisJson(genesisPieces(state, { signal })), contentType: 'application/json' }
      case 'protobuf':
        return {
          content: genesisProtobuf(genesisPieces(state, { signal })),
          contentType: 'application/x-protobuf',
        }
      case 'car':
        return {
          content: coalesceChunks(exportCar(state, { history, signal })),
          contentType: 'application/vnd.ipld.car',
        }
      default:
        throw clientError('invalid-argument', `invalid format: ${format}`)
    }
  },
})
