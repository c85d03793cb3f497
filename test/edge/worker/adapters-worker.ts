import { DurableObject } from 'cloudflare:workers'
import { bucketFiles, FILE_PREFIX } from '../../../edge/bucket-files.ts'
import { bucketPacks } from '../../../edge/bucket-packs.ts'
import { diskPacks } from '../../../edge/disk-packs.ts'
import { edgePorts } from '../../../edge/edge-ports.ts'
import { numberedPacks } from '../../../edge/numbered-packs.ts'
import { packRows } from '../../../edge/pack-rows.ts'
import type { PackStore } from '../../../edge/pack-store.ts'
import { storageSlots } from '../../../edge/storage-slots.ts'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import type { Blockstore } from '../../../src/ports/blockstore.ts'
import type { Clock } from '../../../src/ports/clock.ts'
import { blockstoreContract } from '../../contracts/blockstore.ts'
import { calendarContract } from '../../contracts/calendar.ts'
import { datastoreContract } from '../../contracts/datastore.ts'
import { hostKeyContract } from '../../contracts/host-key.ts'
import { locksContract } from '../../contracts/locks.ts'
import { packFilesContract } from '../../contracts/pack-files.ts'
import { sourceFilesContract } from '../../contracts/source-files.ts'
import { timeZonesContract } from '../../contracts/time-zones.ts'
import { describeDiskPacks } from './disk-packs.ts'
import { describeDrainKills } from './drain-kills.ts'
import { describeEarlierObjects } from './earlier-objects.ts'
import { describeHotTier } from './hot-tier.ts'
import { describePacks } from './packs.ts'
import { describeR2Blockstore } from './r2-blockstore.ts'
import { describeRepairPacks } from './repair-packs.ts'
import { describeSqliteDatastore } from './sqlite-datastore.ts'
import { describeTidyPacks } from './tidy-packs.ts'
import { facts } from './vitest-shim.ts'

export interface AdaptersEnv {
  readonly ADAPTERS: DurableObjectNamespace<AdaptersObject>
  readonly BLOCKS: R2Bucket
  readonly PACKS: Fetcher
}

/** Where the fact that runs now finds its storage: facts run one at a time. */
let here: { storage: DurableObjectStorage; bucket: R2Bucket; disk: Fetcher } | undefined

interface Opening {
  /** With the disk of a local node. */
  readonly isLocal?: boolean
  readonly hotTierBytes?: number
  readonly packBytes?: number
  readonly clock?: Clock
  readonly keySecret?: Uint8Array<ArrayBuffer>
}

async function open({ isLocal = false, ...options }: Opening = {}) {
  if (!here) throw new Error('no fact is running')
  const { storage, bucket, disk } = here
  await storage.deleteAll()
  await empty(bucket)
  await emptyDisk(disk)
  const reopen = (through = bucket, packs = isLocal ? disk : undefined) =>
    edgePorts(storage, { BLOCKS: through, ...(packs && { PACKS: packs }) }, options)
  return { ...reopen(), storage, bucket, disk, reopen }
}

/** Empty adapters on the real storage of one object, and how to open them again on what they left. */
export type OpenAdapters = typeof open

blockstoreContract('R2 and SQLite', async () => (await open({ hotTierBytes: 0 })).blockstore)
blockstoreContract('R2 and SQLite with a hot tier', async () => (await open()).blockstore)
blockstoreContract('R2 and SQLite with packs', openPacked)
blockstoreContract(
  'R2 and SQLite with a full tier',
  async () => (await open({ hotTierBytes: 300_000 })).blockstore,
)
blockstoreContract('SQLite with packs on disk', async () => (await open({ isLocal: true })).blockstore)
packFilesContract('R2', () => openPackFiles(({ bucket }) => [bucket]))
packFilesContract('disk', () => openPackFiles(({ disk }) => [disk]))
packFilesContract('disk before R2', () => openPackFiles(({ disk, bucket }) => [disk, bucket]))
sourceFilesContract('R2', async () => {
  const { bucket } = await open()
  return {
    files: bucketFiles(bucket),
    async put(path, bytes) {
      await bucket.put(`${FILE_PREFIX}${path}`, bytes)
    },
    remove: (path) => bucket.delete(`${FILE_PREFIX}${path}`),
  }
})
datastoreContract('SQLite', async () => (await open()).datastore)
locksContract('edge', async () => (await open()).locks)
hostKeyContract('edge', async () => {
  const options = { keySecret: new Uint8Array(32).fill(3) }
  const { hostKey, reopen } = await open(options)
  return [hostKey, reopen().hostKey]
})
calendarContract('edge', () => open(), { operations: 200 })
timeZonesContract('workerd')
describeR2Blockstore(() => open({ hotTierBytes: 0 }))
describeHotTier(open)
describePacks(open)
describeTidyPacks(open)
describeRepairPacks(open)
describeEarlierObjects(open)
describeDrainKills(open)
describeDiskPacks(open)
describeSqliteDatastore(open)

/** Runs facts inside a Durable Object, on its own storage. */
export class AdaptersObject extends DurableObject<AdaptersEnv> {
  /** Facts run the drain themselves: what an alarm of an earlier one would do is done. */
  override async alarm(): Promise<void> {}

  override async fetch(request: Request): Promise<Response> {
    const fact = facts[Number(new URL(request.url).pathname.slice(1))]
    if (!fact) return new Response('no such fact', { status: 404 })
    here = { storage: this.ctx.storage, bucket: this.env.BLOCKS, disk: this.env.PACKS }
    try {
      await fact.run()
      return new Response('holds')
    } catch (error) {
      return new Response(error instanceof Error ? error.stack : String(error), { status: 500 })
    }
  }
}

/** `GET /` names the facts; `GET /<number>` tries one. */
export default {
  async fetch(request, env) {
    if (new URL(request.url).pathname === '/') return Response.json(facts.map(({ name }) => name))
    return env.ADAPTERS.getByName('adapters').fetch(request)
  },
} satisfies ExportedHandler<AdaptersEnv>

async function empty(bucket: R2Bucket): Promise<void> {
  for (;;) {
    const { objects } = await bucket.list()
    if (objects.length === 0) return
    await bucket.delete(objects.map(({ key }) => key))
  }
}

/** Removes whole folders, which the node never does. */
async function emptyDisk(disk: Fetcher): Promise<void> {
  const entries: { name: string }[] = await (await disk.fetch('http://packs/')).json()
  for (const { name } of entries) await disk.fetch(`http://packs/${name}`, { method: 'DELETE' })
}

type Stores = Readonly<Record<'disk' | 'bucket', PackStore>>

async function openPackFiles(choose: (stores: Stores) => [PackStore, ...PackStore[]]) {
  const { storage, bucket, disk, activity } = await open()
  const rows = packRows(storage, 'bucket')
  const slots = storageSlots(activity)
  return numberedPacks({
    stores: choose({ disk: diskPacks({ folder: disk, slots }), bucket: bucketPacks({ bucket, slots }) }),
    numbers: {
      reserve: async (sizesBytes, above) => rows.reserve(sizesBytes, above),
      isEmpty: rows.isEmpty,
      release: async (packs) => rows.forget(packs),
    },
  })
}

/** A store whose blocks are in packs as soon as they are stored. */
async function openPacked(): Promise<Blockstore> {
  const clock = fixedClock(1_000_000)
  const { blockstore, storage } = await open({ clock })
  const packed = async () => {
    await clock.sleep(5_000)
    await blockstore.drain.run()
    storage.sql.exec('UPDATE blocks SET bytes = NULL WHERE object = 1')
  }
  return {
    ...blockstore,
    put: (...options) => blockstore.put(...options).then(packed),
    putMany: (...options) => blockstore.putMany(...options).then(packed),
  }
}
