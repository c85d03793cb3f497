import type { StateInfo } from '../../proto/gen/ledger-schema.ts'
import { decodeRecord } from '../../src/ledger/records/decode-record.ts'
import { encodeRecord } from '../../src/ledger/records/encode-record.ts'
import { libraryType } from '../requests/protobuf-library.ts'
import { measure, PER_SECOND, timed } from './measure.ts'
import type { Section, SectionOptions } from './section.ts'

const plain = libraryType('StateInfo')

/**
 * The records' codec beside the library, in this process. What ours adds has its price: bounds and the strict
 * form, integers of 64 bits as bigints, the stored form, bytes of their own.
 */
export const ledgerCodec: Section = {
  name: 'ledger-codec',
  needsPeers: false,
  needsBuild: false,
  async run(options) {
    for (const blocks of [1, 100]) await codecRows(recordOf(blocks), options)
  },
}

async function codecRows(record: StateInfo, { isQuick, report }: SectionOptions): Promise<void> {
  const stored = encodeRecord('StateInfo', record)
  const message = plain.decode(stored)
  const what = `a record of ${record.numBlocks} ${record.numBlocks === 1n ? 'block' : 'blocks'}`
  const calls = (isQuick ? 20_000 : 400_000) / (10 + record.BDs.BD.length)
  const common = { section: 'ledger-codec', unit: PER_SECOND, rounds: isQuick ? 1 : 7 }
  report(
    await measure({
      ...{ ...common, name: `encode ${what}` },
      runs: {
        tidepool: () => perSecond(calls, () => encodeRecord('StateInfo', record)),
        protobufjs: () => perSecond(calls, () => plain.encode(message).finish()),
      },
    }),
  )
  report(
    await measure({
      ...{ ...common, name: `decode ${what}` },
      runs: {
        tidepool: () => perSecond(calls, () => decodeRecord('StateInfo', stored)),
        protobufjs: () => perSecond(calls, () => plain.decode(stored)),
      },
    }),
  )
}

async function perSecond(calls: number, call: () => unknown): Promise<number> {
  const tookMs = await timed(async () => {
    for (let left = calls; left > 0; left -= 1) call()
  })
  return calls / (tookMs / 1000)
}

function recordOf(blocks: number): StateInfo {
  const BD = Array.from({ length: blocks }, (_, at) => ({
    height: BigInt(at + 1),
    stateRoot: new Uint8Array(32).fill(at),
    intermediateStatesRoot: new Uint8Array(32),
  }))
  return {
    stateInfoIndex: { rollappId: 'rollappevm_1234-1', index: 12n },
    sequencer: 'dym1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5dlqcrj',
    ...{ startHeight: 1n, numBlocks: BigInt(blocks), version: 0n, creationHeight: 4711n, status: 1 },
    DAPath: 'cas|bafkreiawde3k3va2tedw5zilk6ze67f7zixztre5tt7s3nyfeckxyo2ke4',
    BDs: { BD },
  }
}
