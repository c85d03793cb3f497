import { type ByteBudget, createWriteBudget } from '../src/blocks/byte-budget.ts'
import { type Activity, createActivity } from '../src/diagnostics/activity.ts'
import { memoryHostKey } from '../src/memory/memory-host-key.ts'
import { memoryLocks } from '../src/memory/memory-locks.ts'
import type { Ports } from '../src/node/create.ts'
import type { Clock } from '../src/ports/clock.ts'
import type { HostKey } from '../src/ports/host-key.ts'
import type { Space } from '../src/ports/space.ts'
import { createSchedule, type WokenSchedule } from '../src/schedule/create-schedule.ts'
import { createSpace } from '../src/space/create-space.ts'
import { createReadAheadLimit } from '../src/streams/read-ahead-limit.ts'
import { type BufferCounts, collectBuffers } from './collect-buffers.ts'
import { consoleLogger } from './console-logger.ts'
import { databaseSpace } from './database-space.ts'
import { diskPacks } from './disk-packs.ts'
import type { DiskBindings } from './disk-report.ts'
import { diskSpace } from './disk-space.ts'
import { doubledRows } from './doubled-rows.ts'
import type { Env } from './env.ts'
import { groupCommit } from './group-commit.ts'
import { nextTurn } from './next-turn.ts'
import { type R2Blockstore, type R2BlockstoreOptions, r2Blockstore } from './r2-blockstore.ts'
import { reportDamage } from './report-damage.ts'
import { spacedBucket } from './spaced-bucket.ts'
import { sqliteDatastore } from './sqlite-datastore.ts'
import { storageSlots } from './storage-slots.ts'
import { systemClock } from './system-clock.ts'
import { webCryptoRandom } from './web-crypto-random.ts'
import { yieldingBudget, yieldingStores } from './yielding-stores.ts'

export interface EdgePorts extends Ports {
  readonly activity: Activity
  readonly writeBudget: ByteBudget
  readonly blockstore: R2Blockstore
  readonly hostKey: HostKey
  readonly countRead: BufferCounts['read']
  /** Runs due tasks from the object's single alarm. */
  readonly schedule: WokenSchedule
}

export interface EdgePortsOptions
  extends Partial<Pick<R2BlockstoreOptions, 'hotTierBytes' | 'packBytes' | 'clock'>> {
  /** Encrypts private keys. Without it, they cannot be used. */
  readonly keySecret?: Uint8Array<ArrayBuffer> | undefined
}

/** The ports of one Durable Object. It is the only writer, so its locks are local to it. */
export function edgePorts(
  storage: DurableObjectStorage,
  env: DiskBindings & Pick<Env, 'BLOCKS' | 'DISK_RESERVE_BYTES' | 'PACKS'>,
  { hotTierBytes, packBytes, clock = systemClock(), keySecret }: EdgePortsOptions = {},
): EdgePorts {
  const activity = createActivity()
  const logger = consoleLogger()
  const spaces = diskSpaces(storage, env, clock)
  // An alarm is stored as a row. On a full disk, setting it would end the object, and reads with it.
  const wakeAt = async (timeMs: number) => {
    const set = () => storage.setAlarm(timeMs)
    await (spaces ? spaces.rows.change(set) : set())
  }
  const schedule = createSchedule({ clock, logger, wakeAt })
  const slots = storageSlots(activity)
  const commits = groupCommit(storage)
  const writeBudget = createWriteBudget()
  const buffers = collectBuffers()
  const blockstore = r2Blockstore({
    bucket: spacedBucket(env.BLOCKS, spaces?.files),
    disk: env.PACKS && diskPacks({ folder: env.PACKS, slots, space: spaces?.files }),
    storage,
    commits,
    clock,
    schedule,
    activity,
    slots,
    budget: writeBudget,
    hotTierBytes,
    packBytes,
    buffers,
  })
  return {
    activity,
    writeBudget: yieldingBudget(writeBudget),
    clock,
    ...yieldingStores({
      blockstore: reportDamage(blockstore, logger),
      datastore: doubledRows(reportDamage(sqliteDatastore(storage, commits), logger), logger),
    }),
    random: webCryptoRandom(),
    locks: memoryLocks(),
    hostKey: memoryHostKey(keySecret),
    logger,
    nextTurn(readBytes) {
      buffers.read(readBytes)
      return nextTurn()
    },
    countRead: buffers.read,
    readAhead: createReadAheadLimit({ onAged: buffers.read }),
    schedule,
    space: spaces?.rows ?? databaseSpace(storage),
  }
}

/** Absent in a deployment, which has no disk. */
function diskSpaces(
  storage: DurableObjectStorage,
  env: DiskBindings & Pick<Env, 'DISK_RESERVE_BYTES'>,
  clock: Clock,
): { readonly rows: Space; readonly files: Space } | undefined {
  if (!env.DISK) return undefined
  const { forRows, forFiles } = diskSpace({ env, storage })
  const reserveBytes = Number(env.DISK_RESERVE_BYTES ?? 0)
  return {
    rows: createSpace({ freeBytes: forRows, reserveBytes, clock }),
    files: createSpace({ freeBytes: forFiles, reserveBytes, clock }),
  }
}
