import type { Clock } from '../src/ports/clock.ts'
import type { Logger } from '../src/ports/logger.ts'
import type { BlockIndex } from './block-index.ts'
import type { BlockObjects } from './block-objects.ts'
import type { HotTier } from './hot-tier.ts'

/** Blocks wait this long after the last write, so that an add has the machine to itself. */
const IDLE_MS = 5_000
/** Objects written at a time: readers and writers keep the other slots. */
const CONCURRENCY = 2
/** Blocks that one alarm moves before it hands over to the next. */
const BLOCKS_PER_ALARM = 64
/** Between two alarms others have the object, and its disk, to themselves. */
const PAUSE_MS = 200

/** Moves blocks from the hot tier into the bucket, in the background and across restarts. */
export interface BlockDrain {
  /** Call after every write to the tier. */
  wake(): void
  /** What the object's alarm does. */
  run(): Promise<void>
}

export interface BlockDrainOptions {
  readonly storage: DurableObjectStorage
  readonly clock: Clock
  readonly logger: Logger
  readonly index: BlockIndex
  readonly objects: BlockObjects
  readonly tier: HotTier
}

export function blockDrain(options: BlockDrainOptions): BlockDrain {
  const { storage, clock, logger, tier } = options
  const hasWork = () => tier.waiting(1).length > 0
  let lastWriteMs = clock.now()
  let alarm: 'none' | 'idle' | 'now' = 'none'

  const arm = (kind: 'idle' | 'now', delayMs: number) => {
    alarm = kind
    storage.setAlarm(clock.now() + delayMs).catch((error: unknown) => {
      alarm = 'none'
      logger.log('error', 'blocks', 'Cannot set the alarm of the drain', { error })
    })
  }

  // A process that was killed may have left blocks, with or without an alarm.
  if (hasWork()) arm('idle', IDLE_MS)

  return {
    wake() {
      lastWriteMs = clock.now()
      if (alarm === 'now' || !hasWork()) return
      if (tier.isUrgent()) arm('now', 0)
      else if (alarm === 'none') arm('idle', IDLE_MS)
    },
    async run() {
      alarm = 'none'
      const idleMs = clock.now() - lastWriteMs
      if (idleMs < IDLE_MS && !tier.isUrgent()) return arm('idle', IDLE_MS - idleMs)
      await moveBlocks(options)
      if (hasWork()) arm('now', tier.isUrgent() ? 0 : PAUSE_MS)
    },
  }
}

async function moveBlocks({ index, objects, tier }: BlockDrainOptions): Promise<void> {
  const queue = [...tier.waiting(BLOCKS_PER_ALARM)]
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
