import { CID } from 'multiformats/cid'
import { describe, expect, it } from 'vitest'
import { cborBlock } from '../../../src/blocks/cbor-block.ts'
import { readCar } from '../../../src/codec/car/read-car.ts'
import { DAG_CBOR_CODEC, RAW_CODEC } from '../../../src/codec/cid/cid.ts'
import type { DagValue } from '../../../src/codec/ipld/dag-value.ts'
import { storedRecordBlock } from '../../../src/ledger/blocks/record-block.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import { chunked } from '../codec/chunked.ts'
import { creation, failure, ledgerOf, ROLLAPP, update } from './ledger-of.ts'
import { carOf, type Forgery, forgedProof } from './proof-of.ts'

/** Blocks of the forged ledger: after the root, three nodes and the rollapp, the node of its records, and record 1. */
const [UPDATES, RECORD] = [5, 6]

describe('importCar() of a ledger that somebody has made up', () => {
  it.each<[string, (honest: readonly Block[]) => Promise<Forgery>]>([
    [
      'a node that is linked as raw bytes',
      async (honest) => ({ rollapp: { updates: CID.createV1(RAW_CODEC, multihashOf(honest, UPDATES)) } }),
    ],
    [
      'a record that is linked as dag-cbor',
      async (honest) => ({ leaf: { update: CID.createV1(DAG_CBOR_CODEC, multihashOf(honest, RECORD)) } }),
    ],
  ])('refuses %s, of which collection finds no links, and proofs no record', async (_, forgery) => {
    await expectRefused(await forgery(await blocksOf(await forgedProof())), { code: 'corrupt' })
  })

  it('refuses a record that is not in its stored form, of which no proof is accepted', async () => {
    const bytes = (await blocksOf(await forgedProof()))[RECORD]?.bytes ?? new Uint8Array()

    await expectRefused(
      { recordBlock: await storedRecordBlock(Uint8Array.of(...bytes, 0x40, 0x01)) },
      { details: { code: 3006, invariant: 'record' } },
    )
  })

  it('refuses a CAR without the reverted records', async () => {
    const { cid } = await cborBlock('missing')

    await expectRefused({ rollapp: { reverted: cid } }, failure(3005))
  })

  it('refuses a row that a few blocks make endless, before it is read', { timeout: 10_000 }, async () => {
    const row = await repeated([ROLLAPP, 1n], 11)
    const queue = await repeated(row.top, 0)
    const { car, root } = await forgedProof({ root: { queue: queue.top } })
    const blocks = [...(await blocksOf({ car })), ...row.blocks, ...queue.blocks]
    const ledger = ledgerOf()

    const imported = ledger.importCar(chunked(await carOf(blocks), 1000))

    await expect(imported).rejects.toMatchObject({ details: { code: 3006, invariant: 'queue' } })
    expect((await ledger.head()).equals(root)).toBe(false)
  })

  it('refuses a descendant of a lower ledger height', async () => {
    const ledger = ledgerOf()
    await ledger.create(creation())
    await ledger.advance({ to: 10n })
    const head = await ledger.head()
    const { car } = await forgedProof({ root: { prev: head, height: 9n } })

    await expect(ledger.importCar(chunked(car, 1000))).rejects.toMatchObject(failure(3003))

    expect(await ledger.head()).toEqual(head)
    expect(await ledger.submit(update(1n, 1n))).toMatchObject({ index: 1n })
  })
})

async function expectRefused(forgery: Forgery, error: object): Promise<void> {
  const ledger = ledgerOf()
  const { car } = await forgedProof(forgery)

  await expect(ledger.importCar(chunked(car, 1000))).rejects.toMatchObject(error)

  expect(await ledger.head()).toEqual(await ledgerOf().head())
}

async function blocksOf({ car }: { readonly car: Uint8Array }): Promise<readonly Block[]> {
  const found: Block[] = []
  for await (const block of (await readCar(chunked(car, 1000))).blocks) found.push(block)
  return found
}

function multihashOf(blocks: readonly Block[], at: number) {
  const block = blocks[at]
  if (!block) throw new Error(`no block ${at}`)
  return block.cid.multihash
}

/** A trie of which each node leads 32 times to the same node, or value. */
async function repeated(value: DagValue, levels: number) {
  const blocks: Block[] = []
  let entry = value
  for (let level = 0; level <= levels; level += 1) {
    const entries = Array.from({ length: 32 }, () => entry)
    const count = BigInt(Math.min(32 ** (level + 1), Number.MAX_SAFE_INTEGER))
    const block = await cborBlock(
      new Map<string, DagValue>([
        ['l', BigInt(level)],
        ['m', 0xffff_ffffn],
        ['n', count],
        ['e', entries],
      ]),
    )
    blocks.unshift(block)
    entry = block.cid
  }
  const [top] = blocks
  if (!top) throw new Error('no level')
  return { top: top.cid, blocks }
}
