import { describe, expect, it } from 'vitest'
import { equalBytes } from '../../../src/codec/bytes/bytes.ts'
import { blockKey } from '../../../src/codec/cid/cid.ts'
import type { Packs } from '../../../src/packs/packs.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import { numberedBlocks } from '../../contracts/blocks.ts'
import { memoryPacks, type StoredPacks } from './memory-packs.ts'

/** Runs `task` in a process that is gone at its `step`-th step, before or after a call of storage. */
async function killed(stored: StoredPacks, step: number, task: (packs: Packs) => Promise<unknown>) {
  let steps = 0
  const { packs, sizes } = memoryPacks({
    stored,
    at: () => {
      steps += 1
      if (steps >= step) throw new Error('the process is gone')
    },
  })
  for (const { pack } of stored.rows.values()) sizes.set(pack, 1_000_000)
  await task(packs).catch(() => undefined)
  return steps < step ? 'ended' : 'killed'
}

/** Reads every block that has a row, through a process that starts anew. */
async function expectWhole(stored: StoredPacks, blocks: readonly Block[]) {
  const { packs } = memoryPacks({ stored })
  for (const { cid, bytes } of blocks) {
    const row = stored.rows.get(blockKey(cid))
    const found = row && (await packs.read(row))
    expect(found && equalBytes(found, bytes)).toBe(true)
  }
}

async function packsIn({ files }: StoredPacks): Promise<number[]> {
  const packs: number[] = []
  for await (const page of files.list()) packs.push(...page.map(({ pack }) => pack))
  return packs
}

describe('the pack engine, killed at each step', () => {
  it('of a rewrite, loses nothing, and leaves nothing after a repair', async () => {
    const blocks = await numberedBlocks(12, 1_000)
    const left = [1, 5, 9].flatMap((at) => blocks.slice(at, at + 1))
    let end = 'killed'
    let kills = 0
    for (let step = 1; end === 'killed'; step += 1) {
      const { stored, store, rows } = memoryPacks()
      for (const at of [0, 4, 8]) await store(blocks.slice(at, at + 4))
      for (const block of blocks) if (!left.includes(block)) rows.delete(blockKey(block.cid))

      end = await killed(stored, step, (packs) => packs.rewrite([1, 2, 3]))
      kills += end === 'killed' ? 1 : 0

      await expectWhole(stored, left)
      await memoryPacks({ stored }).packs.repair()
      await expectWhole(stored, left)
      expect(new Set(await packsIn(stored))).toEqual(new Set([...rows.values()].map(({ pack }) => pack)))
    }
    expect(kills).toBeGreaterThan(15)
  })

  it('of a repair, gets every block back by the next one', async () => {
    const blocks = await numberedBlocks(12, 1_000)
    let end = 'killed'
    let kills = 0
    for (let step = 1; end === 'killed'; step += 1) {
      const { stored, store, rows, known, packs } = memoryPacks()
      for (const at of [0, 4, 8]) await store(blocks.slice(at, at + 4))
      await packs.append(blocks.slice(0, 4).map(({ cid, bytes }) => ({ key: blockKey(cid), bytes })))
      for (const { cid } of blocks.slice(4)) rows.delete(blockKey(cid))
      known.delete(2)
      known.delete(3)

      end = await killed(stored, step, (opened) => opened.repair())
      kills += end === 'killed' ? 1 : 0
      await memoryPacks({ stored }).packs.repair()

      await expectWhole(stored, blocks)
      expect((await packsIn(stored)).sort()).toEqual([1, 2, 3])
    }
    expect(kills).toBeGreaterThan(20)
  })

  it('of a repair after an older index was put back, loses nothing', async () => {
    const blocks = await numberedBlocks(6, 1_000)
    let end = 'killed'
    let kills = 0
    for (let step = 1; end === 'killed'; step += 1) {
      const { stored, store, rows, known, packs } = memoryPacks()
      for (const at of [0, 3]) await store(blocks.slice(at, at + 3))
      const [before, knownBefore] = [new Map(rows), new Set(known)]
      await packs.rewrite([1, 2])
      for (const [key, row] of before) rows.set(key, row)
      known.clear()
      for (const pack of knownBefore) known.add(pack)
      expect(await packsIn(stored)).toEqual([3])

      end = await killed(stored, step, (opened) => opened.repair())
      kills += end === 'killed' ? 1 : 0
      await memoryPacks({ stored }).packs.repair()

      await expectWhole(stored, blocks)
      expect(await packsIn(stored)).toEqual([3])
    }
    expect(kills).toBeGreaterThan(10)
  })
})
