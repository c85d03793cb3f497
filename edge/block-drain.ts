import type { Activity } from '../src/diagnostics/activity.ts'
import type { Clock } from '../src/ports/clock.ts'
import type { Schedule } from '../src/ports/schedule.ts'
import type { HotTier } from './hot-tier.ts'
import type { EdgePacks } from './packs.ts'

/** Blocks are moved only this long after the last write, so that an add has the machine to itself. */
const IDLE_MS = 5_000
/** Packs written concurrently. Readers and writers keep the remaining storage slots. */
const CONCURRENCY = 2
/** Limits of one run, after which the schedule's other tasks get their turn. */
const BLOCKS_PER_RUN = 1024
const PACKS_PER_RUN = 4
/** Pause between two runs, in which other requests have the object and its disk to themselves. */
const PAUSE_MS = 200

/**
 * Moves blocks from the hot tier into packs in the bucket, and compacts packs, in the background and across
 * restarts. Its memory is reserved in the node's write budget. While writers need all of the budget, blocks
 * stay in the tier, unless so many wait that the drain must queue for its share.
 */
export interface BlockDrain {
  /** Call after every write and removal. `isWaiting` is true when it may have left work. */
  wake(isWaiting: boolean): void
  /** Does one run. The schedule calls it. */
  run(): Promise<void>
}

export interface BlockDrainOptions {
  readonly activity: Activity
  readonly clock: Clock
  readonly schedule: Schedule
  readonly tier: HotTier
  readonly packs: EdgePacks
}

export function blockDrain(options: BlockDrainOptions): BlockDrain {
  const { activity, clock, schedule, tier, packs } = options
  const hasWork = () => tier.waiting(1).length > 0 || packs.isUntidy()
  let lastWriteMs = clock.now()
  /** Present while there is work. Its activity entry lets others wait until the node is idle. */
  let rest: (() => void) | undefined

  const runAt = (timeMs: number) => {
    rest ??= activity.enter('background-tasks')
    task.at(timeMs)
  }
  const run = async () => {
    const idleMs = clock.now() - lastWriteMs
    if (idleMs < IDLE_MS && !tier.isUrgent()) return runAt(clock.now() + IDLE_MS - idleMs)
    const canMove = await moveBlocks(options)
    await packs.tidy()
    // Rows that damage keeps in the tier are tried again after the next write.
    if (canMove ? hasWork() : packs.isUntidy()) return runAt(clock.now() + (tier.isUrgent() ? 0 : PAUSE_MS))
    rest?.()
    rest = undefined
  }
  const task = schedule.add('drain of blocks', run)

  // A killed process may have left blocks.
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

/** Resolves to false when it had room for all blocks that it tried, and moved none of them. */
async function moveBlocks({ tier, packs }: BlockDrainOptions): Promise<boolean> {
  const queue = packs.partition(tier.waiting(BLOCKS_PER_RUN)).slice(0, PACKS_PER_RUN)
  const isUrgent = tier.isUrgent()
  let canMove = queue.length === 0
  const worker = async () => {
    for (let blocks = queue.shift(); blocks; blocks = queue.shift()) {
      if (await packs.write(blocks, { isUrgent })) canMove = true
    }
  }
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
    return canMove
  } finally {
    tier.refresh()
  }
}
