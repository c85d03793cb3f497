import { type ByteBudget, createWriteBudget } from '../src/blocks/byte-budget.ts'
import { type Activity, createActivity } from '../src/diagnostics/activity.ts'
import { memoryLocks } from '../src/memory/memory-locks.ts'
import type { Ports } from '../src/node.ts'
import { createSchedule, type WokenSchedule } from '../src/schedule/create-schedule.ts'
import { commits as commitsOf } from './commits.ts'
import { consoleLogger } from './console-logger.ts'
import type { Env } from './env.ts'
import { outbound } from './outbound.ts'
import { type R2Blockstore, type R2BlockstoreOptions, r2Blockstore } from './r2-blockstore.ts'
import { sqliteDatastore } from './sqlite-datastore.ts'
import { storageSlots } from './storage-slots.ts'
import { systemClock } from './system-clock.ts'
import { takingTurns } from './taking-turns.ts'
import { webCryptoRandom } from './web-crypto-random.ts'

export interface EdgePorts extends Ports {
  readonly activity: Activity
  readonly writeBudget: ByteBudget
  readonly blockstore: R2Blockstore
  /** The object has one alarm: it runs what is due. */
  readonly schedule: WokenSchedule
}

/** What one Durable Object brings to its node. It is the only writer, so its locks need nobody else. */
export function edgePorts(
  storage: DurableObjectStorage,
  env: Pick<Env, 'BLOCKS' | 'AUDIT_HOSTS' | 'HEAL_HOSTS'>,
  { hotTierBytes, clock = systemClock() }: Partial<Pick<R2BlockstoreOptions, 'hotTierBytes' | 'clock'>> = {},
): EdgePorts {
  const activity = createActivity()
  const logger = consoleLogger()
  const schedule = createSchedule({ clock, logger, wakeAt: (timeMs) => storage.setAlarm(timeMs) })
  const slots = storageSlots(activity)
  const commits = commitsOf(storage)
  const writeBudget = createWriteBudget()
  const blockstore = r2Blockstore({
    bucket: env.BLOCKS,
    storage,
    commits,
    clock,
    schedule,
    activity,
    slots,
    budget: writeBudget,
    hotTierBytes,
  })
  return {
    activity,
    writeBudget,
    clock,
    ...takingTurns({ blockstore, datastore: sqliteDatastore(storage, commits) }),
    random: webCryptoRandom(),
    locks: memoryLocks(),
    logger,
    outbound: outbound(env, logger),
    schedule,
  }
}
