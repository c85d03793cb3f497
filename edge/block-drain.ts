import type { Activity } from '../src/diagnostics/activity.ts'
import type { Clock } from '../src/ports/clock.ts'
import type { Schedule } from '../src/ports/schedule.ts'
import type { BlockIndex } from './block-index.ts'
import type { BlockObjects } from './block-objects.ts'
import type { HotTier } from './hot-tier.ts'

/** Blocks wait this long after the last write, so that an add has the machine to itself. */
const IDLE_MS = 5_000
/** Objects written at a time: readers and writers keep the other slots. */
const CONCURRENCY = 2
/** Blocks that one run moves before it hands over to the next. */
const BLOCKS_PER_RUN = 64
/** Between two runs others have the object, and its disk, to themselves. */
const PAUSE_MS = 200

/** Moves blocks from the hot tier into the bucket, in the background and across restarts. */
export interface BlockDrain {
  /** Call after every write; `isWaiting` when it has put blocks into the tier. */
  wake(isWaiting: boolean): void
  /** What the schedule does when its time has come. */
  run(): Promise<void>
}

export interface BlockDrainOptions {
  readonly activity: Activity
  readonly clock: Clock
  readonly schedule: Schedule
  readonly index: BlockIndex
  readonly objects: BlockObjects
  readonly tier: HotTier
}

export function blockDrain(options: BlockDrainOptions): BlockDrain {
  const { activity, clock, schedule, tier } = options
  const hasWork = () => tier.waiting(1).length > 0
  let lastWriteMs = clock.now()
  /** Present while there is work: who waits for the node to be at rest asks for it. */
  let rest: (() => void) | undefined
  const runAt = (timeMs: number) => {
    rest ??= activity.enter('background-tasks')
    task.at(timeMs)
  }

  const run = async () => {
    const idleMs = clock.now() - lastWriteMs
    if (idleMs < IDLE_MS && !tier.isUrgent()) return runAt(clock.now() + IDLE_MS - idleMs)
    await moveBlocks(options)
    if (hasWork()) return runAt(clock.now() + (tier.isUrgent() ? 0 : PAUSE_MS))
    rest?.()
    rest = undefined
  }
  const task = schedule.add('drain of blocks', run)

  // A process that was killed may have left blocks.
  if (hasWork()) runAt(clock.now() + IDLE_MS)

  return {
    wake(isWaiting) {
      lastWriteMs = clock.now()
      if (tier.isUrgent()) runAt(lastWriteMs)
      else if (isWaiting && !task.isSet) runAt(lastWriteMs + IDLE_MS)
    },
    run,
  }
}

async function moveBlocks({ index, objects, tier }: BlockDrainOptions): Promise<void> {
  const queue = [...tier.waiting(BLOCKS_PER_RUN)]
  const worker = async () => {
    for (let key = queue.shift(); key !== undefined; key = queue.shift()) await moveBlock(key)
  }
  const moveBlock = async (key: string) => {
    const release = objects.hold([key])
    let isKept = false
    try {
      const bytes = index.bytes(key)
      if (bytes) {
        await objects.write(key, bytes)
        isKept = tier.stored(key)
      }
    } finally {
      release()
    }
    // The block was removed while its object was written.
    if (!isKept && !index.has(key)) await objects.remove([key])
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}
