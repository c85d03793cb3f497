import { describe, expect, it } from 'vitest'
import { diskPacks } from '../../../edge/disk-packs.ts'
import { storageSlots } from '../../../edge/storage-slots.ts'
import { blockKey, type CID } from '../../../src/codec/cid/cid.ts'
import { isDomainError } from '../../../src/errors.ts'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import { numberedBlocks, rawBlock, sweptOnly } from '../../contracts/blocks.ts'
import type { OpenAdapters } from './adapters-worker.ts'
import { blockAt, CHUNK_BYTES, drainToRest, objectsIn, openDrained, START_MS, same } from './drained-packs.ts'
import { watchedDisk } from './watched-disk.ts'

type Opened = Awaited<ReturnType<OpenAdapters>>

/** Where a local node keeps large blocks. */
export function describeDiskPacks(open: OpenAdapters): void {
  const openLocal = async () => {
    const clock = fixedClock(START_MS)
    return { ...(await open({ isLocal: true, clock })), clock }
  }

  describe('packs on disk', () => {
    it('hold the large blocks of a large batch at once, of which the database has only rows', async () => {
      const { blockstore, storage, bucket, disk, activity, reopen } = await openLocal()
      const blocks = [...(await numberedBlocks(20, CHUNK_BYTES)), await rawBlock(new Uint8Array(100).fill(7))]

      await blockstore.putMany(blocks)

      expect(await filesOn(disk, activity)).toEqual([1, 2])
      expect(await objectsIn(bucket)).toEqual([])
      expect(inRows(storage)).toBe(1)
      expect(activity.readings()['background-tasks'].now).toBe(0)
      await expectHeld(reopen().blockstore, blocks)
    })

    it('get small batches of large blocks later, together', async () => {
      const { blockstore, storage, disk, activity, clock } = await openLocal()
      const blocks = await numberedBlocks(5, 20_000)

      for (const { cid, bytes } of blocks) await blockstore.put(cid, bytes)
      const before = await filesOn(disk, activity)
      await drainToRest({ blockstore, activity }, clock)
      storage.sql.exec('UPDATE blocks SET bytes = NULL WHERE object = 1')

      expect(before).toEqual([])
      expect(await filesOn(disk, activity)).toEqual([1])
      await expectHeld(blockstore, blocks)
    })

    it('of which a sixth is unused are written anew together when the store is compacted', async () => {
      const { blockstore, disk, activity } = await openLocal()
      const blocks = await numberedBlocks(32, CHUNK_BYTES)
      await blockstore.putMany(blocks)
      const isKept = (at: number) => at % 2 === 0
      for (const [at, { cid }] of blocks.entries()) if (!isKept(at)) await blockstore.delete(cid)
      const before = await filesOn(disk, activity)

      await blockstore.compact()

      expect(before).toEqual([1, 2])
      expect(await filesOn(disk, activity)).toEqual([3])
      await expectHeld(
        blockstore,
        blocks.filter((_, at) => isKept(at)),
      )
    })

    it('of one block each, as repairs leave them, are joined when the store is compacted', async () => {
      const { blockstore, disk, activity } = await openLocal()
      const blocks = await numberedBlocks(20, CHUNK_BYTES)
      await blockstore.putMany(blocks)
      for (const { cid, bytes } of blocks) await blockstore.replace(cid, bytes)
      const before = await filesOn(disk, activity)

      await blockstore.compact()
      const joined = await filesOn(disk, activity)
      await blockstore.compact()

      expect(before.length >= 20).toBe(true)
      // One full pack, and what would not fill half of another.
      expect(joined.length).toBe(5)
      expect(await filesOn(disk, activity)).toEqual(joined)
      await expectHeld(blockstore, blocks)
    })

    const damagedNumbers = [
      ['pack', 0],
      ['pack', -3],
      ['pack', 'x'],
      ['off', -5],
      ['off', 'x'],
      ['size', -1],
      ['size', 'x'],
      ['size', 2 ** 52],
    ] as const
    for (const [column, value] of damagedNumbers)
      it(`of a row with ${column} ${value} are corrupt, stored again and removed`, async () => {
        const { blockstore, storage } = await openLocal()
        const blocks = await numberedBlocks(16, CHUNK_BYTES)
        await blockstore.putMany(blocks)
        const [first, second, ...others] = blocks
        if (!first || !second) throw new RangeError('two blocks are needed')
        const damage = ({ cid }: Block) =>
          storage.sql.exec(`UPDATE blocks SET ${column} = ? WHERE mh = ?`, value, blockKey(cid))

        damage(first)
        expect(await wrong(blockstore, first)).toBe(true)
        await blockstore.sweep()
        await blockstore.replace(first.cid, first.bytes)
        damage(second)
        await blockstore.delete(second.cid)

        await expectHeld(blockstore, [first, ...others])
        expect((await blockstore.totals()).blocks).toBe(15)
        await blockstore.compact()
        await expectHeld(blockstore, [first, ...others])
      })

    it('keep blocks whose rows have a damaged flag when they are written anew', async () => {
      const { blockstore, storage } = await openLocal()
      const blocks = await numberedBlocks(16, CHUNK_BYTES)
      await blockstore.putMany(blocks)
      for (const { cid } of blocks.slice(8)) await blockstore.delete(cid)
      const kept = blocks.slice(0, 8)
      for (const [at, { cid }] of kept.entries()) {
        storage.sql.exec('UPDATE blocks SET object = ? WHERE mh = ?', [0, 5, 'x'][at] ?? 1, blockKey(cid))
      }

      await blockstore.compact()

      await expectHeld(blockstore, kept)
    })

    it('leave out rows with a damaged key, and keep what else is in their packs', async () => {
      const { blockstore, storage } = await openLocal()
      const blocks = await numberedBlocks(16, CHUNK_BYTES)
      await blockstore.putMany(blocks)
      for (const { cid } of blocks.slice(8)) await blockstore.delete(cid)
      const [lost, ...kept] = blocks.slice(0, 8)
      if (!lost) throw new RangeError('a block is needed')
      storage.sql.exec('UPDATE blocks SET mh = upper(mh) WHERE mh = ?', blockKey(lost.cid))

      await blockstore.compact()

      expect(await blockstore.get(lost.cid)).toBeUndefined()
      const listed: string[] = []
      for await (const { cid } of blockstore.list()) listed.push(blockKey(cid))
      expect(listed).toEqual(kept.map(({ cid }) => blockKey(cid)).sort())
      await blockstore.put(lost.cid, lost.bytes)
      for (const { cid, bytes } of [lost, ...kept]) expect(same(await blockstore.get(cid), bytes)).toBe(true)
    })

    it('coexist with packs in the bucket, which are read, removed and written anew onto the disk', async () => {
      const { blocks, clock, bucket, disk, activity, reopen } = await openDrained(open, 32)
      const local = reopen(bucket, disk)
      const added = await numberedBlocks(34, CHUNK_BYTES)

      await local.blockstore.putMany(added)
      expect(await objectsIn(bucket)).toEqual(['p/1', 'p/2'])
      expect(await filesOn(disk, activity)).toEqual([3])
      for (const { cid } of blocks.slice(1, 31)) await local.blockstore.delete(cid)
      await drainToRest(local, clock)

      expect(await objectsIn(bucket)).toEqual([])
      await expectHeld(local.blockstore, [blockAt(blocks, 0), blockAt(blocks, 31), ...added.slice(32)])
      expect(await local.blockstore.sweep()).toEqual(sweptOnly(0))
    })

    it('give their index back, and never overwrite a file that no row knows', async () => {
      const { blockstore, storage, disk, activity, reopen } = await openLocal()
      const blocks = await numberedBlocks(20, CHUNK_BYTES)
      await blockstore.putMany(blocks)
      await storage.deleteAll()
      const again = reopen().blockstore
      const other = await rawBlock(new Uint8Array(CHUNK_BYTES).fill(99))

      await again.put(other.cid, other.bytes)
      const report = await again.sweep()

      expect(await filesOn(disk, activity)).toEqual([1, 2, 3])
      expect(report).toEqual({ removedBlocks: 0, indexedBlocks: 20, unreadable: [] })
      await expectHeld(again, [...blocks, other])
    })

    it('are found again by an older copy of the database, after they were written anew', async () => {
      const { blockstore, storage, disk, activity, reopen } = await openLocal()
      const blocks = await numberedBlocks(32, CHUNK_BYTES)
      const kept = blocks.filter((_, at) => at % 2 === 0)
      await blockstore.putMany(blocks)
      const older = copyTables(storage)
      for (const block of blocks) if (!kept.includes(block)) await blockstore.delete(block.cid)
      await blockstore.compact()
      older.putBack()

      const again = reopen().blockstore
      const report = await again.sweep()

      expect(report).toEqual({ removedBlocks: 0, indexedBlocks: 16, unreadable: [] })
      expect(await filesOn(disk, activity)).toEqual([3])
      for (const { cid, bytes } of kept) expect(same(await again.get(cid), bytes)).toBe(true)
      expect(await again.sweep()).toEqual(sweptOnly(0))
      expect(await filesOn(disk, activity)).toEqual([3])
    })

    for (const [damage, change] of [
      ['cut off', cutOff],
      ['gone', removeFile],
    ] as const) {
      it(`that are ${damage} get their lost blocks again from the next add, in one new pack`, async () => {
        const { blockstore, disk, activity, clock, reopen } = await openLocal()
        const blocks = await numberedBlocks(20, CHUNK_BYTES)
        await blockstore.putMany(blocks)
        await change(disk, 1)
        const again = reopen()
        const added: CID[] = []

        await again.blockstore.putMany(blocks, { onAdded: (cids) => added.push(...cids) })

        expect(added).toEqual([])
        await expectHeld(again.blockstore, blocks)
        expect((await filesOn(disk, activity)).filter((pack) => pack > 1)).toEqual([2, 3])
        await drainToRest(again, clock)
        await expectHeld(again.blockstore, blocks)
        expect(await again.blockstore.sweep()).toEqual(sweptOnly(0))
      })
    }

    it('are each looked at once when their blocks are added again', async () => {
      const { blockstore, bucket, disk, reopen } = await openLocal()
      const blocks = await numberedBlocks(20, CHUNK_BYTES)
      await blockstore.putMany(blocks)
      const watched = watchedDisk(disk)
      const again = reopen(bucket, watched.disk).blockstore

      for (const block of blocks) await again.put(block.cid, block.bytes)
      await again.putMany(blocks)

      expect(watched.calls).toEqual(['GET', 'GET'])
    })

    it('are not written for blocks whose packs are in the bucket of an earlier version', async () => {
      const { blocks, bucket, disk, activity, reopen } = await openDrained(open, 20)

      await reopen(bucket, disk).blockstore.putMany(blocks)

      expect(await filesOn(disk, activity)).toEqual([])
    })

    it('lose nothing and leave nothing when the process is killed at any call', async () => {
      const sizes = [100_000, 400_000, 20_000, 400_000]
      const blocks = await Promise.all(sizes.map((size, at) => rawBlock(new Uint8Array(size).fill(at))))
      const [first, second] = [blocks.slice(0, 2), blocks.slice(2)]
      const ends = new Set<string>()

      for (let call = 1; !ends.has('none'); call += 1) {
        for (const when of ['before', 'after'] as const) {
          const opened = await openLocal()
          await opened.blockstore.putMany(first)
          let killedAt = 'none'
          const watched = watchedDisk(opened.disk, {
            at(name, now) {
              if (killedAt === 'none' && (watched.calls.length < call || now !== when)) return
              if (killedAt === 'none') killedAt = name
              throw new Error('the process is gone')
            },
          })
          const victim = opened.reopen(opened.bucket, watched.disk)
          let isStored = false
          try {
            await victim.blockstore.putMany(second)
            isStored = true
            for (const { cid } of first.slice(1)) await victim.blockstore.delete(cid)
            await drainToRest(victim, opened.clock)
          } catch {
            // It is gone: that is the point.
          }
          ends.add(killedAt)

          const next = opened.reopen()
          await drainToRest(next, opened.clock)

          await expectHeld(next.blockstore, isStored ? [blockAt(first, 0), ...second] : first)
          expect(await filesOn(opened.disk, next.activity)).toEqual(packsIn(opened.storage))
          expect(await next.blockstore.sweep()).toEqual(sweptOnly(0))
        }
      }

      expect([...ends].sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PUT', 'none'])
    })
  })
}

async function expectHeld(blockstore: Opened['blockstore'], blocks: readonly Block[]): Promise<void> {
  for (const { cid, bytes } of blocks) expect(same(await blockstore.get(cid), bytes)).toBe(true)
  expect((await blockstore.totals()).blocks).toBe(blocks.length)
}

/** True when the bytes of a block cannot be read, or are others. */
async function wrong(blockstore: Opened['blockstore'], { cid, bytes }: Block): Promise<boolean> {
  try {
    return !same(await blockstore.get(cid), bytes)
  } catch (error) {
    if (isDomainError(error, 'corrupt')) return true
    throw error
  }
}

/** Leaves the first half of a pack, as a power cut may. */
async function cutOff(disk: Fetcher, pack: number): Promise<void> {
  const bytes = await (await disk.fetch(urlOf(pack))).arrayBuffer()
  await disk.fetch(urlOf(pack), { method: 'PUT', body: bytes.slice(0, bytes.byteLength / 2) })
}

async function removeFile(disk: Fetcher, pack: number): Promise<void> {
  await disk.fetch(urlOf(pack), { method: 'DELETE' })
}

function urlOf(pack: number): string {
  return `http://packs/0/${pack}`
}

async function filesOn(folder: Fetcher, activity: Opened['activity']): Promise<number[]> {
  const found: number[] = []
  for await (const page of diskPacks({ folder, slots: storageSlots(activity) }).list()) {
    found.push(...page.map(({ pack }) => pack))
  }
  return found.sort((a, b) => a - b)
}

function inRows({ sql }: DurableObjectStorage): number {
  return sql.exec<{ n: number }>('SELECT COUNT(*) AS n FROM blocks WHERE bytes IS NOT NULL').one().n
}

/** Copies the index of blocks, as the owner copies the database. */
function copyTables({ sql }: DurableObjectStorage): { putBack(): void } {
  const tables = ['blocks', 'packs', 'block_totals']
  for (const table of tables) sql.exec(`CREATE TABLE older_${table} AS SELECT * FROM ${table}`)
  return {
    putBack() {
      for (const table of tables) {
        sql.exec(`DELETE FROM ${table}`)
        sql.exec(`INSERT INTO ${table} SELECT * FROM older_${table}`)
        sql.exec(`DROP TABLE older_${table}`)
      }
    },
  }
}

function packsIn({ sql }: DurableObjectStorage): number[] {
  return sql
    .exec<{ id: number }>('SELECT id FROM packs ORDER BY id')
    .toArray()
    .map(({ id }) => id)
}
