import { blockKey, parseCid } from '../../../src/codec/cid/cid.ts'
import { createContentLock } from '../../../src/content-lock/content-lock.ts'
import { createLedger, type Ledger } from '../../../src/ledger/ledger.ts'
import { createRollapp } from '../../../src/ledger/operations/create-rollapp.ts'
import { submitUpdate } from '../../../src/ledger/operations/submit-update.ts'
import { proofCar, proveUpdate } from '../../../src/ledger/proof/prove-update.ts'
import { verifyProof } from '../../../src/ledger/proof/verify-proof.ts'
import { listUpdates } from '../../../src/ledger/queries/list-updates.ts'
import { getUpdateByHeight } from '../../../src/ledger/queries/read-update.ts'
import { createLedgerHead } from '../../../src/ledger/state/ledger-head.ts'
import { exportCar } from '../../../src/ledger/transfer/export-car.ts'
import type { Ports } from '../../../src/node/create.ts'
import { createDagWalk } from '../../../src/pins/dag-walk.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import { creation, update } from '../../unit/ledger/ledger-of.ts'

/** Updates that one root of the set-up takes in. */
export const BATCH = 10_000

/** Blocks of one update. */
const BLOCKS = 2n

/** So far ahead that nothing becomes final before it is to. */
const DISPUTE_PERIOD = 1_000_000n

/** What is done: to `rollapps` rollapps that have `size` updates together, or will have. */
export interface Sample {
  readonly rollapps: number
  readonly size: number
}

/** A ledger on the ports of one object, and what was written to it. */
export interface BenchLedger {
  readonly ledger: Ledger
  readonly ports: Pick<Ports, 'blockstore' | 'datastore' | 'locks' | 'clock'>
  /** Bytes of all blocks that it wrote. */
  writtenBytes(): number
}

export function openLedger(ports: BenchLedger['ports']): BenchLedger {
  let writtenBytes = 0
  const { blockstore } = ports
  const counting: BenchLedger['ports'] = {
    ...ports,
    blockstore: {
      ...blockstore,
      putMany(blocks, options) {
        for (const { bytes } of blocks) writtenBytes += bytes.byteLength
        return blockstore.putMany(blocks, options)
      },
    },
  }
  const walk = createDagWalk(blockstore)
  const ledger = createLedger({ ...ports, ...counting, walk, contentLock: createContentLock(ports) })
  return { ledger, ports: counting, writtenBytes: () => writtenBytes }
}

export async function createRollapps({ ledger, ports }: BenchLedger, { rollapps }: Sample): Promise<void> {
  const { addressPrefix } = ledger
  await ledger.setParams({ disputePeriod: DISPUTE_PERIOD, onePerHeight: false })
  await createLedgerHead(ports).change(async (state) => {
    for (let at = 0; at < rollapps; at += 1) {
      await createRollapp(state, creation({ rollappId: idOf(at) }), { addressPrefix })
    }
    return { op: new Map([['type', 'fill']]), result: {} }
  })
}

/** Up to {@link BATCH} updates in one root, those of each rollapp at ledger heights of their own. */
export async function fillUpdates(
  { ledger: { addressPrefix }, ports }: BenchLedger,
  { rollapps, from, count }: Sample & { readonly from: number; readonly count: number },
): Promise<void> {
  const fresh = new Map<string, Uint8Array>()
  const { blockstore } = ports
  const get: typeof blockstore.get = async (cid, options) =>
    fresh.get(blockKey(cid)) ?? blockstore.get(cid, options)
  const head = createLedgerHead({ ...ports, blockstore: { ...blockstore, get } })
  await head.change(async (state) => {
    const keep = (block: Block) => {
      fresh.set(blockKey(block.cid), block.bytes)
      state.addBlock(block)
    }
    for (let at = from; at < from + count; at += 1) {
      state.height = BigInt(Math.floor(at / rollapps))
      await submitUpdate({ ...state, addBlock: keep }, messageOf(at, rollapps), { addressPrefix })
    }
    return { op: new Map([['type', 'fill']]), result: {} }
  })
}

export async function submitOne({ ledger }: BenchLedger, { rollapps, size }: Sample, at: number) {
  await ledger.submit(messageOf(size + at, rollapps))
}

/** Finds a record by a block that it covers. */
export async function resolve({ ledger }: BenchLedger, sample: Sample, at: number): Promise<void> {
  const { rollappId, index } = placeOf(sample, at)
  await getUpdateByHeight(await ledger.open(), { rollappId, height: index * BLOCKS })
}

/** Reads the page of 100 records that begins at any of them. */
export async function page({ ledger }: BenchLedger, sample: Sample, at: number): Promise<void> {
  const { rollappId, index } = placeOf(sample, at)
  await listUpdates(await ledger.open(), { rollappId, offset: index - 1n })
}

export async function prove({ ledger }: BenchLedger, sample: Sample, at: number): Promise<Uint8Array> {
  const state = await ledger.open()
  return collect(proofCar(state, await proveUpdate(state, placeOf(sample, at))))
}

export interface MadeProof {
  readonly car: Uint8Array
  readonly root: string
}

export function verify({ car, root }: MadeProof, sample: Sample, at: number): void {
  const { isProved } = verifyProof(car, { root: parseCid(root), ...placeOf(sample, at) })
  if (!isProved) throw new Error('The proof is refused')
}

/** Makes all records final in one call. */
export async function advanceOverAll({ ledger }: BenchLedger): Promise<number> {
  return (await ledger.advance({ by: 2n * DISPUTE_PERIOD })).finalized.length
}

/** Bytes of the newest state, without the roots before it. */
export async function stateBytes({ ledger }: BenchLedger): Promise<number> {
  let total = 0
  for await (const piece of exportCar(await ledger.open(), {})) total += piece.byteLength
  return total
}

const idOf = (at: number) => `bench_${at + 1}-1`

function messageOf(at: number, rollapps: number) {
  const startHeight = BigInt(Math.floor(at / rollapps)) * BLOCKS + 1n
  return update(startHeight, BLOCKS, { rollappId: idOf(at % rollapps), DAPath: `client.${at}` })
}

/** A record, another one each time, far from the last. */
function placeOf({ rollapps, size }: Sample, at: number) {
  const place = (at * 7919) % size
  return { rollappId: idOf(place % rollapps), index: BigInt(Math.floor(place / rollapps)) + 1n }
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const held: Uint8Array<ArrayBuffer>[] = []
  for await (const piece of pieces) held.push(piece.slice())
  return new Uint8Array(await new Blob(held).arrayBuffer())
}
