import { describe, expect, it } from 'vitest'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import { listed, rawBlock, sweptOnly } from '../../contracts/blocks.ts'
import type { OpenAdapters } from './adapters-worker.ts'
import { watchedBucket } from './watched-bucket.ts'

const QUIET_MS = 5_000
const START_MS = 1_000_000
/** A fortieth of what packs are elsewhere: each call of the bucket is killed twice. */
const PACK_BYTES = 100 * 1024
/** Three of them are a pack, of which the third alone is less than a quarter. */
const SIZES = [40_000, 40_000, 16_500]
/** Blocks of four packs: the first will be sparse, the second unused, and the last two are not written yet. */
async function twelveBlocks(): Promise<Block[]> {
  const blocks: Block[] = []
  for (let number = 0; number < 12; number += 1) {
    blocks.push(await rawBlock(new Uint8Array(SIZES[number % SIZES.length] ?? 0).fill(number + 1)))
  }
  return blocks
}

/** The drain writes packs, writes sparse ones anew and removes unused ones: it may end anywhere in between. */
export function describeDrainKills(open: OpenAdapters): void {
  describe('the drain', () => {
    it('that is killed at any call of the bucket loses nothing, and leaves nothing after the next start', async () => {
      const blocks = await twelveBlocks()
      const [removed, held] = [
        [...blocks.slice(0, 2), ...blocks.slice(3, 6)],
        [blocks[2], ...blocks.slice(6)],
      ]
      const kept = held.flatMap((block) => block ?? [])
      const ends = new Set<string>()

      for (let call = 1; !ends.has('none'); call += 1) {
        for (const when of ['before', 'after'] as const) {
          const clock = fixedClock(START_MS)
          const { storage, bucket, reopen } = await open({ clock, packBytes: PACK_BYTES })
          const first = reopen().blockstore
          await first.putMany(blocks.slice(0, 3))
          await first.putMany(blocks.slice(3, 6))
          await clock.sleep(QUIET_MS)
          await first.drain.run()
          await first.putMany(blocks.slice(6))
          for (const { cid } of removed) await first.delete(cid)

          ends.add(await killedRun(reopen, { bucket, call, when, clock }))
          await expectHeld(reopen().blockstore, kept)
          const next = reopen()
          do {
            await clock.sleep(QUIET_MS)
            await next.blockstore.drain.run()
          } while (next.activity.readings()['background-tasks'].now > 0)

          storage.sql.exec('UPDATE blocks SET bytes = NULL WHERE object = 1')
          await expectHeld(next.blockstore, kept)
          for (const { cid } of removed) expect(await next.blockstore.get(cid)).toBeUndefined()
          expect(await objectsIn(bucket)).toEqual(packsOf(storage))
          expect(await next.blockstore.sweep()).toEqual(sweptOnly(0))
        }
      }

      expect([...ends].sort()).toEqual(['delete', 'get', 'none', 'put'])
    })
  })
}

interface Kill {
  readonly bucket: R2Bucket
  /** The drain ends at this call of the bucket, counted from 1. */
  readonly call: number
  readonly when: 'before' | 'after'
  readonly clock: { sleep(durationMs: number): Promise<void> }
}

/** Runs a drain until its process is gone, which calls nothing any more; tells what it was doing. */
async function killedRun(
  reopen: Awaited<ReturnType<OpenAdapters>>['reopen'],
  { bucket, call: last, when, clock }: Kill,
): Promise<string> {
  let killedAt = 'none'
  const watched = watchedBucket(bucket, {
    at(call, now) {
      if (killedAt === 'none' && (watched.calls.length < last || now !== when)) return
      if (killedAt === 'none') killedAt = call
      throw new Error('the process is gone')
    },
  })
  const { blockstore, activity } = reopen(watched.bucket)
  try {
    do {
      await clock.sleep(QUIET_MS)
      await blockstore.drain.run()
    } while (activity.readings()['background-tasks'].now > 0)
  } catch {
    // It is gone: that is the point.
  }
  while (activity.readings()['storage-operations'].now > 0) await scheduler.wait(1)
  return killedAt
}

async function expectHeld(
  blockstore: Awaited<ReturnType<OpenAdapters>>['blockstore'],
  blocks: readonly Block[],
): Promise<void> {
  for (const { cid } of blocks) {
    const found = await blockstore.get(cid)
    expect(found && (await rawBlock(found)).cid.equals(cid)).toBe(true)
  }
  const sizeBytes = blocks.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
  expect(await blockstore.totals()).toEqual({ blocks: blocks.length, sizeBytes })
  expect((await listed(blockstore)).length).toBe(blocks.length)
}

async function objectsIn(bucket: R2Bucket): Promise<string[]> {
  return (await bucket.list()).objects.map(({ key }) => key).sort()
}

/** The packs that rows name, by the names of their objects. */
function packsOf(storage: DurableObjectStorage): string[] {
  const used = storage.sql.exec<{ pack: number }>('SELECT DISTINCT pack FROM blocks WHERE pack IS NOT NULL')
  const known = storage.sql.exec<{ id: number }>('SELECT id FROM packs').toArray()
  const names = used.toArray().map(({ pack }) => `p/${pack}`)
  expect(known.map(({ id }) => `p/${id}`).sort()).toEqual(names.sort())
  return names
}
