import { createActivity } from '../../src/diagnostics/activity.ts'
import { DomainError } from '../../src/errors.ts'
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
import { opfsFiles } from './opfs-files.ts'
import { openPackFiles, type StartPackWorker } from './packs/open-pack-files.ts'
import { systemClock } from './system-clock.ts'
import { webCryptoRandom } from './web-crypto-random.ts'
import { webLocks } from './web-locks.ts'
import { browserWriteBudget } from './write-budget.ts'

export interface WebPortsOptions {
  /** Name of the databases and locks. */
  readonly name: string
  /** Called when the storage of these ports was deleted, cleared or upgraded. Open new ports then. */
  readonly onClosed?: () => void
  /** Without it, the node makes no outbound requests. */
  readonly outbound?: OutboundPorts
  /** Without it, large blocks are stored in Blobs of the database, and not in files. */
  readonly startPackWorker?: StartPackWorker
}

/**
 * Opens the ports of a browser, the same in a tab and in a worker. Throws `unavailable` when the browser refuses storage,
 * and in a page that was loaded without HTTPS, where browsers have neither hashes nor locks.
 */
export async function openWebPorts({
  name,
  onClosed,
  outbound,
  startPackWorker,
}: WebPortsOptions): Promise<Ports> {
  if (!isSecureContext) {
    const message = `Cannot open storage "${name}": browsers permit it only over HTTPS, and at localhost; open the page there`
    throw new DomainError('unavailable', message)
  }
  const activity = createActivity()
  const clock = systemClock()
  const logger = consoleLogger()
  const meta = await openMetaDatabase(`${name}/meta`, { activity, onClosed })
  const imageResizer = canvasImageResizer()
  const files = openPackFiles({ name, meta, activity, startPackWorker })
  const writeBudget = browserWriteBudget(files)
  const blockstore = await idbBlockstore({
    location: `${name}/blocks`,
    meta,
    files,
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
    sourceFiles: opfsFiles(),
    ...(imageResizer && { imageResizer }),
    ...(outbound && { outbound }),
  }
}
