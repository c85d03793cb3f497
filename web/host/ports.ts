import { createWriteBudget } from '../../src/blocks/byte-budget.ts'
import { createActivity } from '../../src/diagnostics/activity.ts'
import type { Ports } from '../../src/node/create.ts'
import type { OutboundPorts } from '../../src/ports/outbound.ts'
import { clockSchedule } from '../../src/schedule/clock-schedule.ts'
import { canvasImageResizer } from './canvas-image-resizer.ts'
import { consoleLogger } from './console-logger.ts'
import { idbBlockstore } from './indexeddb/idb-blockstore.ts'
import { idbDatastore } from './indexeddb/idb-datastore.ts'
import { idbHostKey } from './indexeddb/idb-host-key.ts'
import { openMetaDatabase } from './indexeddb/meta-database.ts'
import { storageReserve } from './indexeddb/storage-reserve.ts'
import { systemClock } from './system-clock.ts'
import { webCryptoRandom } from './web-crypto-random.ts'
import { webLocks } from './web-locks.ts'

/** The storage that every tab and the service worker of an origin share, unless they name another. */
export const STORAGE_NAME = 'tidepool'

export interface WebPortsOptions {
  /** Names the databases and the locks. */
  readonly name: string
  /** Called when the storage is gone for these ports: it was deleted, cleared or upgraded. Open new ones. */
  readonly onClosed?: () => void
  /** Asks others; nobody is asked when absent. */
  readonly outbound?: OutboundPorts
}

/** Opens what a browser brings to a node: the same in a tab and in a worker. Throws `unavailable`. */
export async function openWebPorts({ name, onClosed, outbound }: WebPortsOptions): Promise<Ports> {
  const activity = createActivity()
  const clock = systemClock()
  const logger = consoleLogger()
  const meta = await openMetaDatabase(`${name}/meta`, { activity, onClosed })
  const imageResizer = canvasImageResizer()
  const writeBudget = createWriteBudget()
  const blockstore = await idbBlockstore({
    location: `${name}/blocks`,
    meta,
    activity,
    budget: writeBudget,
    onClosed,
  })
  return {
    activity,
    writeBudget,
    blockstore,
    datastore: idbDatastore(meta),
    hostKey: idbHostKey(meta),
    clock,
    random: webCryptoRandom(),
    locks: webLocks(name),
    logger,
    schedule: clockSchedule({ clock, logger }),
    space: storageReserve({ name, meta }),
    ...(imageResizer && { imageResizer }),
    ...(outbound && { outbound }),
  }
}
