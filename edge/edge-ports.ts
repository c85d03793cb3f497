import { type Activity, createActivity } from '../src/diagnostics/activity.ts'
import { memoryLocks } from '../src/memory/memory-locks.ts'
import type { Ports } from '../src/node.ts'
import { consoleLogger } from './console-logger.ts'
import type { Env } from './env.ts'
import { r2Blockstore } from './r2-blockstore.ts'
import { sqliteDatastore } from './sqlite-datastore.ts'
import { storageSlots } from './storage-slots.ts'
import { systemClock } from './system-clock.ts'
import { webCryptoRandom } from './web-crypto-random.ts'

/** What one Durable Object brings to its node. It is the only writer, so its locks need nobody else. */
export function edgePorts(
  storage: DurableObjectStorage,
  { BLOCKS: bucket }: Pick<Env, 'BLOCKS'>,
): Ports & { readonly activity: Activity } {
  const activity = createActivity()
  const clock = systemClock()
  return {
    activity,
    clock,
    blockstore: r2Blockstore({ bucket, storage, clock, activity, slots: storageSlots(activity) }),
    datastore: sqliteDatastore(storage),
    random: webCryptoRandom(),
    locks: memoryLocks(),
    logger: consoleLogger(),
  }
}
