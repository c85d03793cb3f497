import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import { numberedBlocks } from '../../contracts/blocks.ts'
import type { OpenAdapters } from './adapters-worker.ts'
import { watchedBucket } from './watched-bucket.ts'

/** Sixteen of them are one pack. */
export const CHUNK_BYTES = 256 * 1024
/** The smallest blocks that packs hold: for packs of a sixteenth of their size, where no bound in bytes is at stake. */
export const SMALL_CHUNK_BYTES = CHUNK_BYTES / 16
/** What a pack of so many blocks takes: their bytes, and a table with 44 bytes for each sha2-256 and 16 at its end. */
export function packBytes(count: number, chunkBytes = CHUNK_BYTES): number {
  return count * (chunkBytes + 44) + 16
}
/** What moves blocks into packs begins when a store has been quiet for so long. */
export const QUIET_MS = 5_000
/** Alarms cannot be set for the beginning of time. */
export const START_MS = 1_000_000

/** A store whose blocks are in packs and in no row, opened anew over a bucket whose calls are written down. */
export async function openDrained(
  open: OpenAdapters,
  count: number,
  { chunkBytes = CHUNK_BYTES, packBlocks = 16 } = {},
) {
  const clock = fixedClock(START_MS)
  const opened = await open({ clock, packBytes: packBlocks * chunkBytes })
  const blocks = await numberedBlocks(count, chunkBytes)
  await opened.blockstore.putMany(blocks)
  await drainToRest(opened, clock)
  evictRows(opened.storage)
  const watched = watchedBucket(opened.bucket)
  const again = opened.reopen(watched.bucket)
  return { ...opened, ...again, calls: watched.calls, blocks, clock, drain: () => drainToRest(again, clock) }
}

/** As {@link openDrained}, with packs of a sixteenth of their size. */
export function openSmallPacks(open: OpenAdapters, count: number) {
  return openDrained(open, count, { chunkBytes: SMALL_CHUNK_BYTES })
}

/** Runs the drain, as alarms would, until it has no more to do. */
export async function drainToRest(
  { blockstore, activity }: Pick<Awaited<ReturnType<OpenAdapters>>, 'blockstore' | 'activity'>,
  clock: { sleep(durationMs: number): Promise<void> },
): Promise<void> {
  do {
    await clock.sleep(QUIET_MS)
    await blockstore.drain.run()
  } while (activity.readings()['background-tasks'].now > 0)
}

export async function objectsIn(bucket: R2Bucket): Promise<string[]> {
  return (await bucket.list()).objects.map(({ key }) => key).sort()
}

/** Takes the bytes out of the rows of all that is in the bucket, as others do that need the place. */
export function evictRows(storage: DurableObjectStorage): void {
  storage.sql.exec('UPDATE blocks SET bytes = NULL WHERE object = 1')
}

export function blockAt(blocks: readonly Block[], at: number): Block {
  const block = blocks[at]
  if (!block) throw new Error(`there is no block ${at}`)
  return block
}

export function same(found: Uint8Array | undefined, expected: Uint8Array | undefined): boolean {
  if (!found || !expected) return found === expected
  return found.byteLength === expected.byteLength && crypto.subtle.timingSafeEqual(found, expected)
}
