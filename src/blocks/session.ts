import { type CID, IDENTITY_CODE } from '../codec/cid/cid.ts'
import { type DomainError, isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import type { Clock } from '../ports/clock.ts'
import { createReadAheadLimit, type ReadAheadLimit } from '../streams/read-ahead-limit.ts'
import { groupPuts, type PutBlock } from './fetch/grouped-puts.ts'
import { createPrefetch } from './fetch/prefetch.ts'
import { blockNotFound, blockNotFoundAnywhere, type ReportsAbsence } from './not-found.ts'
import { readFirst } from './read-first.ts'
import type { RemoteReader, RemoteSource, RemoteSources } from './remote-sources.ts'

/** Reads blocks for one call. The session's signal aborts all reads, the signal of a read only that read. */
export interface BlockSession extends Pick<Blockstore, 'get' | 'has' | 'stat'>, ReportsAbsence {
  /**
   * Begins to fetch blocks that the call will read, in this order, if they are missing here. Absent from a session
   * that fetches nothing.
   */
  readonly prefetch?: ((cids: readonly CID[]) => void) | undefined
  /** What the readers of this session share with those of others. */
  readonly readAhead?: ReadAheadLimit | undefined
}

export interface SessionOptions extends AbortOptions {
  /** Reads only local blocks: a block that is not held here is absent. Default: false. */
  readonly offline?: boolean | undefined
}

/** The third layer of block access: opens a session for each call. */
export interface Sessions {
  /**
   * A session reads a block here, and otherwise fetches it from the remote sources and stores it, also when `has`
   * or `stat` asks for it. A corrupt block is fetched and replaced, and one whose referenced source cannot be read is
   * fetched. Throws `not-found` for a block that remote sources were asked for in vain, and `timeout` if one of them
   * took too long.
   */
  open(options?: SessionOptions): BlockSession
}

export interface SessionsOptions {
  /** The verified blocks of this host. What is written to it is protected from garbage collection. */
  readonly blockstore: Pick<Blockstore, 'get' | 'has' | 'stat' | 'putMany'>
  readonly remoteSources: Pick<RemoteSources, 'reachable'>
  readonly clock: Pick<Clock, 'sleep'>
  /** Default: one of its own. */
  readonly hostReadAhead?: ReadAheadLimit | undefined
}

export function createSessions({
  blockstore,
  remoteSources,
  clock,
  hostReadAhead: readAhead = createReadAheadLimit(),
}: SessionsOptions): Sessions {
  const putBlock = groupPuts({ store: blockstore, clock })
  return {
    open({ offline = false, signal } = {}) {
      const bound = boundTo(signal)
      let fetching: ReturnType<typeof createFetch> | undefined
      const fetch: ReturnType<typeof createFetch> = (cid, options) => {
        fetching ??= createFetch({ putBlock, remoteSources, clock })
        return fetching(cid, options)
      }
      const isFetched = (cid: CID) =>
        !offline && cid.multihash.code !== IDENTITY_CODE && remoteSources.reachable().length > 0
      const get = async (cid: CID, options: AbortOptions) => {
        if (!isFetched(cid)) return blockstore.get(cid, options)
        const { bytes, failure } = await readHeld(blockstore, cid, options)
        const found = bytes ?? (await fetch(cid, options))
        if (!found) throw failure ?? blockNotFoundAnywhere(cid)
        return found
      }
      const has = async (cid: CID, options: AbortOptions) => {
        if (await blockstore.has(cid, options)) return true
        return isFetched(cid) && (await fetch(cid, options)) !== undefined
      }
      const prefetch =
        offline || remoteSources.reachable().length === 0 ? undefined : createPrefetch({ bring: has, signal })
      return {
        get: (cid, options) => get(cid, bound(options)),
        has: (cid, options) => has(cid, bound(options)),
        prefetch: prefetch?.add,
        readAhead,
        notFound: (cid) => (isFetched(cid) ? blockNotFoundAnywhere(cid) : blockNotFound(cid)),
        async stat(cid, options) {
          const bounded = bound(options)
          const held = await blockstore.stat(cid, bounded)
          if (held || !isFetched(cid)) return held
          const bytes = await fetch(cid, bounded)
          return bytes && { sizeBytes: bytes.byteLength }
        },
      }
    },
  }
}

/**
 * The options of a read in a session with this signal. A reader's signal is joined with it once, not for each read:
 * workerd keeps what `AbortSignal.any` returns as long as its sources.
 */
function boundTo(signal: AbortSignal | undefined): (options?: AbortOptions) => AbortOptions {
  let joined: WeakMap<AbortSignal, AbortOptions> | undefined
  return (options = {}) => {
    const own = options.signal
    if (!signal || !own || own === signal) return { signal: own ?? signal }
    joined ??= new WeakMap()
    const bounded = joined.get(own) ?? { signal: AbortSignal.any([signal, own]) }
    joined.set(own, bounded)
    return bounded
  }
}

/** Reads a block here. One that is corrupt or cannot be read counts as absent, and its error is given beside. */
async function readHeld(
  blockstore: Pick<Blockstore, 'get'>,
  cid: CID,
  options: AbortOptions,
): Promise<{ readonly bytes?: Uint8Array | undefined; readonly failure?: DomainError }> {
  try {
    return { bytes: await blockstore.get(cid, options) }
  } catch (error) {
    if (isDomainError(error, 'corrupt') || isDomainError(error, 'unavailable')) return { failure: error }
    throw error
  }
}

/** Fetches blocks from the remote sources, each opened at its first block, and stores them. */
function createFetch({
  putBlock,
  remoteSources,
  clock,
}: Pick<SessionsOptions, 'remoteSources' | 'clock'> & { readonly putBlock: PutBlock }) {
  const readers = new Map<RemoteSource, RemoteReader>()
  const readerOf = (source: RemoteSource): RemoteReader => {
    const reader = readers.get(source) ?? source.open()
    readers.set(source, reader)
    return reader
  }
  /** Number of blocks of this call that are being read. */
  let reading = 0
  return async (cid: CID, options: AbortOptions): Promise<Uint8Array | undefined> => {
    const inOrder = remoteSources.reachable().map((source) => () => readerOf(source))
    reading += 1
    const bytes = await readFirst(inOrder, cid, { clock, ...options }).finally(() => {
      reading -= 1
    })
    if (bytes) await putBlock({ cid, bytes }, { ...options, isMoreComing: reading > 0 })
    return bytes
  }
}
