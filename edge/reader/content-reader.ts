import type { ByteBudget } from '../../src/blocks/byte-budget.ts'
import type { PublicBlocks } from '../../src/blocks/public.ts'
import { type CID, IDENTITY_CODE, parseCid } from '../../src/codec/cid/cid.ts'
import { createActivity } from '../../src/diagnostics/activity.ts'
import { DomainError } from '../../src/errors.ts'
import { type ContentHost, type ContentHosts, contentHost } from '../../src/gateway/content-host.ts'
import type { GatewayNode } from '../../src/gateway/gateway-node.ts'
import { serveContent } from '../../src/gateway/serve-content.ts'
import { serveContentHost } from '../../src/gateway/serve-content-host.ts'
import { isForwarded } from '../../src/http/loop-mark.ts'
import type { PackFiles } from '../../src/ports/pack-files.ts'
import { createReadAheadLimit } from '../../src/streams/read-ahead-limit.ts'
import { bucketPacks } from '../bucket-packs.ts'
import { consoleLogger } from '../console-logger.ts'
import { declaredLength } from '../declared-length.ts'
import { diskPacks } from '../disk-packs.ts'
import type { Env } from '../env.ts'
import { storageSlots } from '../storage-slots.ts'
import { systemClock } from '../system-clock.ts'
import { webCryptoRandom } from '../web-crypto-random.ts'
import { blockCache } from './block-cache.ts'
import { blockRecords } from './block-records.ts'
import { CACHE_HIT, CACHE_MISS } from './cache-status.ts'
import { forgetDropped } from './dropped-requests.ts'
import type { PublicBlock, PublicBlockOptions } from './near-blocks.ts'
import { type ReaderBlocks, readerBlocks } from './reader-blocks.ts'
import { recentRecords } from './recent-records.ts'
import { recentRoots } from './recent-roots.ts'

/**
 * Reads of a disk at a time, for all requests of this front. The runtime reads it on the thread that all its Workers
 * share: more at a time hold up the object.
 */
const DISK_READS_AT_ONCE = 2
/** A request waits no longer than this for the disk. */
const LONGEST_WAIT_MS = 10 * 60_000

/** The state that the readers of one front share. */
export interface ContentReaderOptions {
  readonly env: Env
  readonly hosts: ContentHosts
  /** So many requests are answered at the same time; further ones are left to the object. 0 is no limit. */
  readonly maxRequests: number
  readonly cache: Pick<Cache, 'match' | 'put'>
  /** Asks the object for a block that anonymous clients may read. */
  readonly ask: (cid: string, options: PublicBlockOptions) => Promise<PublicBlock | undefined>
  readonly now: () => number
  readonly expiryMs: number
  readonly copies: Pick<ByteBudget, 'tryTake'>
}

/**
 * Answers public reads of content without the object: the gateway over blocks near this front. Content is served from
 * here when it is asked for a second time within the expiry, or when another front has served it. Resolves to
 * `undefined` for a request that is for the object. What the gateway would refuse is left to the object too, which
 * knows more, and answers with the same texts.
 */
export type ContentReader = (
  request: Request,
  waitUntil: (task: Promise<unknown>) => void,
) => Promise<Response | undefined>

export function createContentReader({
  env,
  hosts,
  maxRequests,
  cache,
  ask,
  now,
  expiryMs,
  copies,
}: ContentReaderOptions): ContentReader {
  const parts = {
    cache: blockCache(cache, now),
    records: recentRecords(blockRecords(env.CACHE, now), now),
    // The cache of a local node is on the same disk.
    arePacksNear: env.PACKS !== undefined,
    ask: (cid: CID, options: PublicBlockOptions) => ask(cid.toString(), options),
    now,
    expiryMs,
    copies,
  }
  const packsFor = packReaders(env)
  const roots = recentRoots(now, expiryMs)
  const node = { ...hosts, ...offlineNode(), maxRequests }

  return async (request, waitUntil) => {
    if (!isRead(request)) return undefined
    const host = contentHost(request, hosts)
    const root = rootOf(request, host)
    if (!root) return undefined
    const blocks = readerBlocks({ ...parts, packs: packsFor(waitUntil), waitUntil })
    const isRepeated = roots.isRepeated(root.toString())
    if (!(await blocks.isNear(root)) && !isRepeated) return undefined
    const own: GatewayNode = { ...node, ...publicReaders(blocks) }
    const response = host ? await serveContentHost(own, request, host) : await serveContent(own, request)
    if (response.status < 400) return declaredLength(withStatus(response, blocks))
    await response.body?.cancel()
    return undefined
  }
}

/** Tells an owner whether a response came from near its reader. Spec: RFC 9211. */
function withStatus(response: Response, blocks: ReaderBlocks): Response {
  response.headers.set('Cache-Status', blocks.asked() === 0 ? CACHE_HIT : CACHE_MISS)
  return response
}

/** A request that the object must answer has a condition of its own, or came from another node. */
function isRead({ method, headers }: Request): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || isForwarded(headers)) return false
  return !/\bonly-if-cached\b/i.test(headers.get('Cache-Control') ?? '')
}

/** The root of the content that a request names. `undefined` for all others, and for one that is in its CID. */
function rootOf({ url }: Request, host: ContentHost | undefined): CID | undefined {
  const text = host
    ? host.namespace === 'ipfs' && host.gateway !== undefined && host.label
    : /^\/(?:ipfs|cas)\/([^/?]+)/.exec(new URL(url).pathname)?.[1]
  if (!text) return undefined
  try {
    const cid = parseCid(decodeURIComponent(text))
    return cid.multihash.code === IDENTITY_CODE ? undefined : cid
  } catch {
    return undefined
  }
}

type WaitUntil = Parameters<ContentReader>[1]

/**
 * The packs for one request after the other. The runtime drops what a request awaits when its client leaves, and with
 * it the return of a slot that others wait for. So each request has slots of its own for a bucket, and is kept alive
 * while it waits for the disk or reads there. The runtime ends a request with 500 when it waits only for others, so a
 * timer of its own runs meanwhile.
 */
function packReaders({
  BLOCKS: bucket,
  PACKS: folder,
}: Env): (waitUntil: WaitUntil) => Pick<PackFiles, 'read'> {
  const activity = createActivity()
  const onDisk = folder && diskPacks({ folder, slots: storageSlots(activity, DISK_READS_AT_ONCE) })
  return (waitUntil) => {
    const inBucket = bucketPacks({ bucket, slots: storageSlots(activity) })
    const fromDisk: PackFiles['read'] = async (range, options) => {
      const read = new AbortController()
      scheduler.wait(LONGEST_WAIT_MS, read).catch(() => undefined)
      const reading = Promise.resolve(onDisk?.read(range, options)).finally(() => read.abort())
      waitUntil(reading.catch(() => undefined))
      return reading
    }
    return {
      read: async (range, options) => (await fromDisk(range, options)) ?? inBucket.read(range, options),
    }
  }
}

/** What one request holds before its client reads: enough to keep a bucket busy. */
const MAX_AHEAD_BYTES = 2 * 1024 * 1024

/** The object has left out what anonymous clients may not read. */
function publicReaders(blocks: ReaderBlocks): Pick<GatewayNode, 'blocks' | 'openSession'> {
  const readerOf = (get: ReaderBlocks['get']): PublicBlocks => ({
    isPublic: true,
    // Of this request alone: when its client leaves, the runtime drops what would give a share of a common one back.
    readAhead: createReadAheadLimit({ maxBytes: MAX_AHEAD_BYTES }),
    get,
    has: async (cid, options) => (await get(cid, options)) !== undefined,
    async stat(cid, options) {
      const bytes = await get(cid, options)
      return bytes && { sizeBytes: bytes.byteLength }
    },
  })
  const session = readerOf(blocks.get)
  return { blocks: readerOf(blocks.getHeld), openSession: () => session }
}

/** The needs of the gateway besides blocks and hosts. The object resolves names, so no request for one comes here. */
function offlineNode(): Pick<GatewayNode, 'activity' | 'names' | 'clock' | 'random' | 'logger'> {
  const refused = () =>
    new DomainError('unsupported', 'Cannot resolve name: only the object of this node does')
  return {
    activity: forgetDropped(createActivity()),
    names: {
      resolve: () => Promise.reject(refused()),
      search: () => {
        throw refused()
      },
    },
    clock: systemClock(),
    random: webCryptoRandom(),
    logger: consoleLogger(),
  }
}
