import { describe, expect, it } from 'vitest'
import { cborBlock } from '../../../src/blocks/cbor-block.ts'
import { readCar } from '../../../src/codec/car/read-car.ts'
import type { DagValue } from '../../../src/codec/ipld/dag-value.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import { chunked } from '../codec/chunked.ts'
import { ledgerOf, ROLLAPP } from './ledger-of.ts'
import { carOf, forgedProof } from './proof-of.ts'

describe('importCar() of a ledger that somebody has made up', () => {
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
})

async function blocksOf({ car }: { readonly car: Uint8Array }): Promise<readonly Block[]> {
  const found: Block[] = []
  for await (const block of (await readCar(chunked(car, 1000))).blocks) found.push(block)
  return found
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
