import { beforeAll, describe, expect, it } from 'vitest'
import type { GenesisState, StateInfo } from '../../../proto/gen/ledger-schema.ts'
import { readCar } from '../../../src/codec/car/read-car.ts'
import { writeCar } from '../../../src/codec/car/write-car.ts'
import type { CID } from '../../../src/codec/cid/cid.ts'
import type { Ledger } from '../../../src/ledger/ledger.ts'
import { decodeRecord } from '../../../src/ledger/records/decode-record.ts'
import { encodeRecord } from '../../../src/ledger/records/encode-record.ts'
import { recordFromJson } from '../../../src/ledger/records/parse-json.ts'
import { DEFAULT_PARAMS } from '../../../src/ledger/state/params.ts'
import { exportCar } from '../../../src/ledger/transfer/export-car.ts'
import { genesisPieces } from '../../../src/ledger/transfer/genesis-pieces.ts'
import { genesisJson, genesisProtobuf } from '../../../src/ledger/transfer/print-genesis.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import { keyOf } from '../../../src/state/keys.ts'
import { memoryPorts } from '../memory-ports.ts'
import {
  ADDRESS,
  creation,
  failure,
  ledgerOf,
  ledgerOfTwo,
  OTHER_ADDRESS,
  OTHER_ROLLAPP,
  queued,
  ROLLAPP,
  update,
} from './ledger-of.ts'
import { type Forgery, forgedProof } from './proof-of.ts'

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return new Uint8Array(await new Blob(parts.map((part) => part.slice())).arrayBuffer())
}

const json = async (ledger: Ledger) => bytesOf(genesisJson(genesisPieces(await ledger.open())))
const protobuf = async (ledger: Ledger) => bytesOf(genesisProtobuf(genesisPieces(await ledger.open())))
const car = async (ledger: Ledger, history = false) => bytesOf(exportCar(await ledger.open(), { history }))

async function* once(bytes: Uint8Array) {
  yield bytes
}

/** Two rollapps, twelve and two records, final and pending, a cut one, a row of two. */
async function filled(): Promise<Ledger> {
  const ledger = await ledgerOfTwo({ permissionedAddresses: [ADDRESS, OTHER_ADDRESS], maxSequencers: 7n })
  await ledger.setParams({ disputePeriod: 4n, deployers: [{ address: ADDRESS, maxRollapps: 9n }] })
  await ledger.create(creation({ rollappId: 'empty_5-1' }))
  for (let at = 0n; at < 12n; at += 1n) {
    await ledger.submit(update(2n * at + 1n, 2n, { DAPath: `client.${at}` }))
    if (at > 9n) await ledger.submit(update(at - 9n, 1n, { rollappId: OTHER_ROLLAPP }))
    await ledger.advance({ by: 1n })
  }
  await ledger.revert({ rollappId: ROLLAPP, height: 24n, reason: 'a lie' })
  return ledger
}

let source: Ledger
let genesis: GenesisState
beforeAll(async () => {
  source = await filled()
  genesis = recordFromJson('GenesisState', await json(source))
})

describe('genesisPieces()', () => {
  it('says the same in JSON and in protobuf, in the stored form', async () => {
    const bytes = await protobuf(source)

    expect(decodeRecord('GenesisState', bytes, { strict: true })).toEqual(genesis)
    expect(encodeRecord('GenesisState', genesis)).toEqual(bytes)
    expect(genesis.rollappList.map(({ rollappId }) => rollappId)).toEqual([
      'empty_5-1',
      OTHER_ROLLAPP,
      ROLLAPP,
    ])
    expect(genesis.stateInfoList.map(({ stateInfoIndex: { index } }) => index).slice(-4)).toEqual([
      9n,
      10n,
      11n,
      12n,
    ])
    expect(genesis).toMatchObject({ ledgerHeight: 12n, params: { disputePeriodInBlocks: 4n } })
    expect(
      genesis.blockHeightToFinalizationQueueList.map(({ finalizationHeight }) => finalizationHeight),
    ).toEqual([13n, 14n, 15n])
  })

  it('writes an empty ledger', async () => {
    const empty = await json(ledgerOf())

    expect(new TextDecoder().decode(empty)).toBe(
      '{"params":{"disputePeriodInBlocks":"3","rollappsEnabled":true}}\n',
    )
  })
})

describe('importGenesis()', () => {
  it('gives a ledger that exports the same bytes', async () => {
    const copy = ledgerOf()

    expect(await copy.importGenesis(genesis, { mode: 'keep' })).toMatchObject({
      height: 12n,
      rollapps: 3n,
      records: 14n,
    })

    expect(await json(copy)).toEqual(await json(source))
    expect(await protobuf(copy)).toEqual(await protobuf(source))
  })

  it('makes a ledger that continues as the first one does', async () => {
    const copy = ledgerOf()
    await copy.importGenesis(genesis, { mode: 'keep' })

    const further = async (ledger: Ledger) => {
      const { finalized } = await ledger.advance({ to: 14n })
      await ledger.submit(update(24n, 1n))
      await ledger.advance({ to: 30n })
      return finalized
    }
    expect(await further(copy)).toEqual(await further(await filled()))
  })

  it('queues what is pending as far ahead of its own height, when it is told to', async () => {
    const copy = ledgerOf()
    await copy.advance({ to: 1000n })

    await copy.importGenesis(genesis, { mode: 'rebase' })

    const heights = (await queued(copy)).map((row) => row.split(':')[0])
    expect([...new Set(heights)]).toEqual(['1001', '1002', '1003'])
    expect(await copy.advance({ to: 1003n })).toMatchObject({ finalized: { length: 5 } })
  })

  it('refuses a ledger that has rollapps, and a height behind its own', async () => {
    await expect(source.importGenesis(genesis, { mode: 'keep' })).rejects.toMatchObject(failure(3006))
    const ahead = ledgerOf()
    await ahead.advance({ to: 13n })
    await expect(ahead.importGenesis(genesis, { mode: 'keep' })).rejects.toMatchObject(failure(3003))
  })

  it.each<[string, string, (genesis: GenesisState) => Partial<GenesisState>]>([
    [
      'a dispute period of 0',
      'params',
      ({ params }) => ({ params: { ...params, disputePeriodInBlocks: 0n } }),
    ],
    [
      'a creator without an address',
      'address',
      ({ rollappList }) => ({ rollappList: rollappList.map((one) => ({ ...one, creator: 'x' })) }),
    ],
    [
      'a rollapp twice',
      'duplicate',
      ({ rollappList }) => ({ rollappList: [...rollappList, ...rollappList] }),
    ],
    [
      'a bad id',
      'rollapp-id',
      ({ rollappList }) => ({ rollappList: rollappList.map((one) => ({ ...one, rollappId: 'A_1-1' })) }),
    ],
    ['a record of no rollapp', 'indexes', ({ rollappList }) => ({ rollappList: rollappList.slice(0, 1) })],
    [
      'a record twice',
      'duplicate',
      ({ stateInfoList }) => ({ stateInfoList: [...stateInfoList, ...stateInfoList] }),
    ],
    [
      'a gap between indexes',
      'indexes',
      ({ stateInfoList }) => ({ stateInfoList: stateInfoList.toSpliced(3, 1) }),
    ],
    [
      'no last record',
      'pointers',
      ({ stateInfoList, blockHeightToFinalizationQueueList: rows }) => ({
        stateInfoList: stateInfoList.slice(0, -1),
        blockHeightToFinalizationQueueList: rows.map((row) => ({
          ...row,
          finalizationQueue: row.finalizationQueue.filter(({ index }) => index !== 12n),
        })),
      }),
    ],
    [
      'a pointer twice',
      'duplicate',
      ({ latestStateInfoIndexList: list }) => ({ latestStateInfoIndexList: [...list, ...list] }),
    ],
    ['no pointer to the last record', 'pointers', () => ({ latestStateInfoIndexList: [] })],
    [
      'a final pointer behind',
      'status',
      () => ({ latestFinalizedStateIndexList: [{ rollappId: ROLLAPP, index: 1n }] }),
    ],
    [
      'a final record that is received',
      'status',
      ({ stateInfoList }) => ({ stateInfoList: stateInfoList.map((one) => ({ ...one, status: 1 })) }),
    ],
    [
      'heights that leave a gap',
      'heights',
      ({ stateInfoList }) => ({
        stateInfoList: stateInfoList.map((one) =>
          one.stateInfoIndex.index === 12n ? { ...one, startHeight: 99n } : one,
        ),
      }),
    ],
    [
      'descriptors that are not the blocks',
      'descriptors',
      ({ stateInfoList }) => ({ stateInfoList: stateInfoList.map((one) => ({ ...one, BDs: { BD: [] } })) }),
    ],
    [
      'a record of a height to come',
      'creation-height',
      ({ stateInfoList }) => ({
        stateInfoList: stateInfoList.map((one) => ({ ...one, creationHeight: 13n })),
      }),
    ],
    [
      'a record over 1 MiB',
      'record',
      ({ stateInfoList }) => ({
        stateInfoList: stateInfoList.with(-1, {
          ...(stateInfoList.at(-1) as StateInfo),
          DAPath: 'x'.repeat(1024 * 1024),
        }),
      }),
    ],
    ['a pending record that is not queued', 'queue', () => ({ blockHeightToFinalizationQueueList: [] })],
    [
      'a pending record that is queued twice',
      'queue',
      ({ blockHeightToFinalizationQueueList: rows }) => ({
        blockHeightToFinalizationQueueList: [
          ...rows,
          { finalizationHeight: 99n, finalizationQueue: rows[0]?.finalizationQueue ?? [] },
        ],
      }),
    ],
    [
      'a row twice',
      'duplicate',
      ({ blockHeightToFinalizationQueueList: rows }) => ({
        blockHeightToFinalizationQueueList: [...rows, ...rows],
      }),
    ],
    [
      'a final record in a row',
      'queue',
      ({ blockHeightToFinalizationQueueList: rows }) => ({
        blockHeightToFinalizationQueueList: [
          ...rows,
          { finalizationHeight: 99n, finalizationQueue: [{ rollappId: ROLLAPP, index: 1n }] },
        ],
      }),
    ],
    [
      'a row of no record',
      'queue',
      ({ blockHeightToFinalizationQueueList: rows }) => ({
        blockHeightToFinalizationQueueList: [
          ...rows,
          { finalizationHeight: 99n, finalizationQueue: [{ rollappId: ROLLAPP, index: 99n }] },
        ],
      }),
    ],
  ])('refuses %s, naming the invariant, and changes nothing', async (_, invariant, change) => {
    const copy = ledgerOf()
    const root = await copy.head()

    await expect(
      copy.importGenesis({ ...genesis, ...change(genesis) }, { mode: 'keep' }),
    ).rejects.toMatchObject({
      details: { code: 3006, invariant },
    })

    expect((await copy.head()).equals(root)).toBe(true)
  })
})

describe('importCar()', () => {
  it.each([false, true])('gives the same root, with history %s, and the same CAR', async (history) => {
    const copy = ledgerOf()
    const bytes = await car(source, history)

    const { root } = await copy.importCar(once(bytes))

    expect(root.toString()).toBe((await source.head()).toString())
    expect(await car(copy, history)).toEqual(bytes)
    expect(await json(copy)).toEqual(await json(source))
    expect(await copy.submit(update(24n, 1n))).toMatchObject({ index: 13n })
  })

  it('accepts a CAR that continues from a root, and refuses one that does not', async () => {
    const copy = ledgerOf()
    const original = await filled()
    await copy.importCar(once(await car(original)))
    await original.submit(update(24n, 1n))
    await original.advance({ by: 1n })

    const { root } = await copy.importCar(once(await car(original, true)))

    expect(root.equals(await original.head())).toBe(true)
    await expect(copy.importCar(once(await car(await filled(), true)))).rejects.toMatchObject(failure(3006))
  })

  it('refuses a block that is not what its CID says, and a CAR that lacks blocks', async () => {
    const bytes = await car(source)
    const bent = bytes.slice()
    bent[bent.length - 1] = (bent.at(-1) ?? 0) ^ 1
    const copy = ledgerOf()

    await expect(copy.importCar(once(bent))).rejects.toMatchObject({ code: 'corrupt' })
    await expect(copy.importCar(once(await lacking(source)))).rejects.toMatchObject(failure(3005))

    expect((await copy.head()).equals(await ledgerOf().head())).toBe(true)
  })

  it('accepts a CAR that was made by hand, when its records are true', async () => {
    const { car: bytes, root } = await forgedProof()

    expect((await ledgerOf().importCar(once(bytes))).root.equals(root)).toBe(true)
  })

  it.each<[string, string, Forgery]>([
    ['a dispute period of 0', 'params', { root: { params: { ...DEFAULT_PARAMS, disputePeriod: 0n } } }],
    ['a rollapp under the number of another', 'rollapp-id', { rollapp: { id: OTHER_ROLLAPP } }],
    ['a pointer past the last record', 'pointers', { rollapp: { latest: 2n } }],
    ['a final record after the last', 'pointers', { rollapp: { latest: 0n } }],
    [
      'a record of another index',
      'record',
      { record: { stateInfoIndex: { rollappId: ROLLAPP, index: 2n } } },
    ],
    ['a record that is stored as final', 'record', { record: { status: 2 } }],
    ['a record that does not begin at 1', 'heights', { record: { startHeight: 2n } }],
    ['a record of a height to come', 'creation-height', { record: { creationHeight: 10n } }],
    ['more blocks than descriptors', 'descriptors', { record: { numBlocks: 3n } }],
    ['a pending record among final ones', 'status', { leaf: { status: 1 } }],
    ['a record that is final at a height to come', 'status', { leaf: { finalHeight: 10n } }],
    [
      'a pending record that is not queued',
      'queue',
      { leaf: { status: 1, finalHeight: 10n }, rollapp: { latestFinal: 0n } },
    ],
  ])('answers 3006 to %s and names what does not hold: %s', async (_, invariant, forgery) => {
    const copy = ledgerOf()
    const root = await copy.head()

    const imported = copy.importCar(once((await forgedProof(forgery)).car))

    await expect(imported).rejects.toMatchObject({ details: { codespace: 'ledger', code: 3006, invariant } })
    expect((await copy.head()).equals(root)).toBe(true)
  })
})

/** The CAR of a ledger without its last block. */
async function lacking(ledger: Ledger): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of exportCar(await ledger.open())) parts.push(part.slice())
  return new Uint8Array(await new Blob(parts.slice(0, -2).map((part) => part.slice())).arrayBuffer())
}

describe('a CAR whose blocks are known but not held', () => {
  it('is refused, though they were made here before', async () => {
    const ports = memoryPorts()
    const { blockstore } = ports
    const copy = ledgerOf({ ...ports, blockstore })
    await copy.importGenesis(genesis, { mode: 'keep' })
    const whole = await car(copy)
    const names: CID[] = []
    for await (const { cid } of blockstore.list()) names.push(cid)
    const head = await copy.head()
    await ports.datastore.batch([{ type: 'delete', key: keyOf('ledger/head') }])
    for (const cid of names) await blockstore.delete(cid)
    const { blocks, roots } = await readCar(once(whole))
    const kept: Block[] = []
    for await (const block of blocks) kept.push(block)
    async function* allButOne() {
      for (const [at, block] of kept.entries()) if (at !== 2) yield block
    }

    await expect(copy.importCar(writeCar(roots, allButOne()))).rejects.toMatchObject(failure(3005))

    expect((await copy.head()).equals(head)).toBe(false)
  })
})
