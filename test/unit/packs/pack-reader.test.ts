import { describe, expect, it } from 'vitest'
import type { ReadingStyle } from '../../../src/packs/pack-reader.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import { numberedBlocks } from '../../contracts/blocks.ts'
import { memoryPacks } from './memory-packs.ts'

const CHUNK_BYTES = 256 * 1024
const MIB = 1024 * 1024

async function stored(blocks: readonly Block[], reading: ReadingStyle = {}) {
  const calls: string[] = []
  const opened = memoryPacks({ at: (call) => calls.push(call), reading })
  const placed = await opened.store(blocks)
  return { ...opened, placed, reads: () => calls.filter((call) => call === 'read begins').length }
}

describe('Packs.read()', () => {
  it('reads the rest of a pack at once for a reader that goes through it', async () => {
    const { packs, placed, reads } = await stored(await numberedBlocks(48, CHUNK_BYTES))

    for (const block of placed) expect((await packs.read(block))?.byteLength).toBe(CHUNK_BYTES)

    expect(reads()).toBe(4)
  })

  it.each([
    ['from its size on', CHUNK_BYTES, 48],
    ['not below it', CHUNK_BYTES + 1, 4],
  ])('reads a block by itself where that is cheaper, %s', async (_, aloneFromBytes, operations) => {
    const blocks = await numberedBlocks(48, CHUNK_BYTES)
    const { packs, placed, reads } = await stored(blocks, { aloneFromBytes })

    for (const block of placed) expect((await packs.read(block))?.byteLength).toBe(CHUNK_BYTES)

    expect(reads()).toBe(operations)
  })

  it('takes what it holds from the budget, and reads block by block when the budget is used up', async () => {
    const { packs, placed, reads, budget } = await stored(await numberedBlocks(16, CHUNK_BYTES))
    const giveBack = await budget.take(48 * MIB)

    for (const block of placed) await packs.read(block)

    expect(reads()).toBe(16)
    giveBack()
  })

  it('gives all room back to a writer who waits for it', async () => {
    const { packs, placed, budget } = await stored(await numberedBlocks(48, CHUNK_BYTES))
    for (const at of [0, 1, 16, 17, 32, 33])
      await packs.read(placed[at] ?? { pack: 0, offset: 0, sizeBytes: 0 })
    const isTaken = budget.tryTake(48 * MIB) === undefined

    const giveBack = await budget.take(48 * MIB)

    expect(isTaken).toBe(true)
    giveBack()
    for (const block of placed) expect((await packs.read(block))?.byteLength).toBe(CHUNK_BYTES)
    expect(budget.tryTake(48 * MIB)).toBeDefined()
  })

  it('answers nothing for a pack that is gone, and gives its room back', async () => {
    const { packs, files, placed, budget } = await stored(await numberedBlocks(16, CHUNK_BYTES))
    const [first, second] = placed
    if (!first || !second) throw new Error('two blocks are placed')
    await packs.read(first)
    await files.remove([first.pack])

    expect(await packs.read(second)).toBeUndefined()
    expect(budget.tryTake(48 * MIB)).toBeDefined()
  })
})
