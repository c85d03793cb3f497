import { describe, expect, it } from 'vitest'
import { joinBytes } from '../../../src/codec/bytes/bytes.ts'
import { blockKey } from '../../../src/codec/cid/cid.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'
import { newPack } from '../../../src/packs/pack-file.ts'
import type { PlacedBlock } from '../../../src/packs/pack-index.ts'
import { crc32 } from '../../../src/packs/pack-table.ts'
import type { Packs } from '../../../src/packs/packs.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import type { PackFiles } from '../../../src/ports/pack-files.ts'
import { numberedBlocks, sweptOnly } from '../../contracts/blocks.ts'
import { memoryPacks } from './memory-packs.ts'

const SIZE_BYTES = 1_000

const fileOf = (blocks: readonly Block[]) =>
  joinBytes(newPack(blocks.map(({ cid, bytes }) => ({ key: blockKey(cid), bytes }))).parts)

async function packsOf(files: PackFiles): Promise<number[]> {
  const packs: number[] = []
  for await (const page of files.list()) packs.push(...page.map(({ pack }) => pack))
  return packs
}

interface Expected {
  readonly rows: ReadonlyMap<string, PlacedBlock>
  readonly blocks: readonly Block[]
}

async function expectReadable({ read }: Pick<Packs, 'read'>, { rows, blocks }: Expected): Promise<void> {
  for (const { cid, bytes } of blocks) {
    const row = rows.get(blockKey(cid))
    expect(row && (await read(row))).toEqual(bytes)
  }
}

describe('Packs.repair()', () => {
  it('indexes every block again when all rows are lost', async () => {
    const { packs, rows, known, store } = memoryPacks()
    await store(await numberedBlocks(5, SIZE_BYTES))
    const before = new Map(rows)
    rows.clear()
    known.clear()

    const report = await packs.repair()

    expect(report).toEqual({ removedBlocks: 0, indexedBlocks: 5, unreadable: [] })
    expect(rows).toEqual(before)
    expect(await packs.repair()).toEqual(sweptOnly(0))
  })

  it('gives rows to those blocks alone that have none', async () => {
    const { packs, rows, known, store } = memoryPacks()
    const placed = await store(await numberedBlocks(4, SIZE_BYTES))
    known.clear()
    for (const { key } of placed.slice(0, 2)) rows.delete(key)

    expect((await packs.repair()).indexedBlocks).toBe(2)

    expect([...rows.keys()].sort()).toEqual(placed.map(({ key }) => key).sort())
  })

  it('goes on while writers hold the whole budget and wait for the lock', async () => {
    const { packs, rows, known, store, budget, lock } = memoryPacks()
    await store(await numberedBlocks(4, SIZE_BYTES))
    rows.clear()
    known.clear()
    // As writers do: they send what they hold when somebody waits for room.
    const release = await budget.take(48 * 1024 * 1024)
    const stop = budget.onCrowd(() => {
      stop()
      void lock.shared(async () => undefined).finally(release)
    })

    expect((await packs.repair()).indexedBlocks).toBe(4)
  })

  it('says nothing of a pack that a collection removes after it was listed', async () => {
    let isRemoved = false
    const made: ReturnType<typeof memoryPacks> = memoryPacks({
      at(call) {
        if (call !== 'statesOf begins' || isRemoved) return
        isRemoved = true
        made.rows.clear()
        made.known.clear()
        void made.files.remove([1])
      },
    })
    await made.store(await numberedBlocks(5, SIZE_BYTES))

    expect(await made.packs.repair()).toEqual(sweptOnly(0))
  })

  it('removes a pack whose blocks all have rows elsewhere: its writer was killed before they named it', async () => {
    const { packs, files, store } = memoryPacks()
    const blocks = await numberedBlocks(3, SIZE_BYTES)
    await store(blocks)
    await files.append([[fileOf(blocks)]])

    expect(await packs.repair()).toEqual(sweptOnly(3))

    expect(await packsOf(files)).toEqual([1])
  })

  it('names a pack by the rows of its blocks when the file that they name is gone or cut off', async () => {
    const { packs, files, rows, stored, store } = memoryPacks()
    const blocks = await numberedBlocks(6, SIZE_BYTES)
    await store(blocks.slice(0, 3))
    await store(blocks.slice(3))
    const cut = await files.read({ pack: 2, offset: 0, sizeBytes: 2 * SIZE_BYTES + 10 })
    await files.append([[cut ?? new Uint8Array()], [fileOf(blocks)]])
    for (const [key, row] of rows) if (row.pack === 2) rows.set(key, { ...row, pack: 3 })
    await files.remove([1, 2])

    expect(await packs.repair()).toEqual({ removedBlocks: 0, indexedBlocks: 6, unreadable: [] })

    await expectReadable(memoryPacks({ stored }).packs, { rows, blocks })
    expect([...rows.values()].map(({ pack }) => pack)).toEqual(Array(6).fill(4))
    await packs.repair()
    expect(await packsOf(files)).toEqual([4])
  })

  it('leaves the row of a block whose bytes are wrong here too, and keeps and reports the pack', async () => {
    const { packs, files, rows, store } = memoryPacks()
    const blocks = await numberedBlocks(1, SIZE_BYTES)
    await store(blocks)
    const before = new Map(rows)
    const file = fileOf(blocks)
    file[9] = 1
    await files.append([[file]])
    await files.remove([1])

    const { removedBlocks, unreadable } = await packs.repair()

    expect(removedBlocks).toBe(0)
    expect(unreadable).toEqual([expect.stringMatching(/^pack 2: block .*different hash/)])
    expect(rows).toEqual(before)
    expect(await packsOf(files)).toEqual([2])
  })

  it('removes a pack that the index knows to be unused, and brings none of its blocks back', async () => {
    const { packs, files, rows, store } = memoryPacks()
    await store(await numberedBlocks(3, SIZE_BYTES))
    rows.clear()

    expect(await packs.repair()).toEqual(sweptOnly(3))

    expect(await packsOf(files)).toEqual([])
    expect(rows.size).toBe(0)
  })

  it('removes a pack without a table that no row names, and keeps one that rows name', async () => {
    const { packs, files, rows } = memoryPacks()
    const contents = [[], [new Uint8Array(SIZE_BYTES)], [new Uint8Array(SIZE_BYTES)]]
    const [, , used = 0] = await files.append(contents)
    rows.set('b-any', { key: 'b-any', pack: used, offset: 0, sizeBytes: SIZE_BYTES })

    // Nothing says how many blocks were in them: each counts as one.
    expect(await packs.repair()).toEqual(sweptOnly(2))

    expect(await packsOf(files)).toEqual([used])
  })

  it('indexes the blocks of a pack at whose end two bytes are damaged, when all rows are lost', async () => {
    const { packs, files } = memoryPacks()
    const file = fileOf(await numberedBlocks(3, SIZE_BYTES))
    file[file.byteLength - 1] = 0x99
    file[file.byteLength - 5] = 0x99
    await files.append([[file]])

    expect(await packs.repair()).toEqual({ removedBlocks: 0, indexedBlocks: 3, unreadable: [] })

    expect(await packsOf(files)).toEqual([1])
  })

  it('indexes no block whose bytes are wrong, and says which', async () => {
    const { packs, files, rows } = memoryPacks()
    const blocks = await numberedBlocks(3, SIZE_BYTES)
    const file = fileOf(blocks)
    file[SIZE_BYTES + 5] = 1
    await files.append([[file]])

    const { indexedBlocks, unreadable } = await packs.repair()

    expect(indexedBlocks).toBe(2)
    expect(unreadable).toEqual([expect.stringContaining(`${blocks[1]?.cid}`)])
    expect([...rows.keys()]).toEqual(
      [blocks[0], blocks[2]].flatMap((block) => (block ? blockKey(block.cid) : [])),
    )
  })

  it('leaves a pack whose table is damaged, or none of whose blocks is right, and says so each time', async () => {
    const { packs, files, rows } = memoryPacks()
    const damaged = fileOf(await numberedBlocks(3, SIZE_BYTES))
    damaged[3 * SIZE_BYTES + 10] = 0xff
    const wrong = fileOf(await numberedBlocks(1, SIZE_BYTES))
    wrong[9] = 1
    await files.append([[damaged], [wrong]])

    const first = await packs.repair()

    expect(first).toMatchObject({ removedBlocks: 0, indexedBlocks: 0 })
    expect(first.unreadable).toEqual([
      expect.stringMatching(/^pack 1: .*checksum/),
      expect.stringMatching(/^pack 2: block .*different hash/),
    ])
    expect(await packs.repair()).toEqual(first)
    expect(await packsOf(files)).toEqual([1, 2])
    expect(rows.size).toBe(0)
  })

  it('tells of at most a hundred things that it cannot read', async () => {
    const { packs, files } = memoryPacks()
    const damaged = fileOf(await numberedBlocks(1, 10))
    damaged[11] = 0xff
    await files.append(Array.from({ length: 120 }, () => [damaged]))

    expect((await packs.repair()).unreadable).toHaveLength(100)
  })

  it('survives random tables whose checksum is right', async () => {
    const seed = 20_261_122
    const { bytes: random } = seededRandom(seed)
    const { packs, files, rows } = memoryPacks()
    const mark = fileOf(await numberedBlocks(1, 4)).slice(-8)
    const contents = Array.from({ length: 500 }, (_, number) => {
      const table = random(number % 120)
      // Often the multihash of an entry fits, and then its numbers count.
      if (number % 3 === 0) table.set([0, number % 40, 0x12, 0x20].slice(0, table.byteLength))
      const numbers = new DataView(new ArrayBuffer(8))
      numbers.setUint32(0, table.byteLength)
      numbers.setUint32(4, crc32(table))
      return [random(number % 50), table, new Uint8Array(numbers.buffer), mark]
    })
    await files.append(contents)

    await packs.repair()

    expect(rows.size, `seed ${seed}`).toBe(0)
  })

  it('takes budget for what it reads, and returns it', async () => {
    const { packs, files, budget } = memoryPacks()
    const blocks = await numberedBlocks(4, 1024 * 1024)
    await files.append([[fileOf(blocks)]])
    const others = await budget.take(45 * 1024 * 1024)
    let isDone = false

    const repairing = packs.repair().finally(() => {
      isDone = true
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    const wasDone = isDone
    others()

    expect((await repairing).indexedBlocks).toBe(4)
    expect(wasDone).toBe(false)
    expect(budget.tryTake(48 * 1024 * 1024)).toBeDefined()
  })

  it('ends with the reason of its signal, and can be begun again', async () => {
    const { packs, files } = memoryPacks()
    const leaving = new AbortController()
    const reason = new Error('the caller has left')
    await files.append([[fileOf(await numberedBlocks(3, SIZE_BYTES))]])

    const repairing = packs.repair({ signal: leaving.signal })
    leaving.abort(reason)

    await expect(repairing).rejects.toBe(reason)
    expect((await packs.repair()).indexedBlocks).toBe(3)
  })
})
