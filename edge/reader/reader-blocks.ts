import type { ByteBudget } from '../../src/blocks/byte-budget.ts'
import type { BlockReader } from '../../src/blocks/load-block.ts'
import { isBlock } from '../../src/blocks/source.ts'
import { blockKey, type CID } from '../../src/codec/cid/cid.ts'
import type { AbortOptions } from '../../src/ports/abort.ts'
import type { PackFiles } from '../../src/ports/pack-files.ts'
import type { BlockCache, BlockRecords, PublicBlock, PublicBlockOptions } from './near-blocks.ts'

export interface ReaderBlocksOptions {
  readonly cache: BlockCache
  readonly records: BlockRecords
  readonly packs: Pick<PackFiles, 'read'>
  /** True where packs are as near as the cache, which then has only what is in none. */
  readonly arePacksNear?: boolean
  /** Asks the object when no copy was found. `undefined` for an absent or hidden block. */
  readonly ask: (cid: CID, options: PublicBlockOptions) => Promise<PublicBlock | undefined>
  readonly now: () => number
  /** How long an answer of the object is used. */
  readonly expiryMs: number
  /** The memory budget for copies that are being written to the cache. When it is used up, no copy is made. */
  readonly copies: Pick<ByteBudget, 'tryTake'>
  /** Continues a task after the response. */
  readonly waitUntil: (task: Promise<unknown>) => void
}

/** The blocks of one request. */
export interface ReaderBlocks extends BlockReader {
  /** Reads a block that is near or that the object holds: the object fetches none for it. */
  getHeld(cid: CID, options?: AbortOptions): Promise<Uint8Array | undefined>
  /** True if a block is near: it can be read without the object. */
  isNear(cid: CID): Promise<boolean>
  /** The number of blocks for which the object was asked. */
  asked(): number
}

/** Blocks that one request leaves behind for others, so that a long file costs no more writes than a short one. */
const MAX_KEPT = 64
/** Blocks of this size and more are not put into records. */
const MAX_RECORD_BYTES = 16 * 1024

/**
 * Reads blocks without the object as far as possible: from the cache of the data center, then from the place that a
 * record names, and asks the object for the rest. Each block is verified, wherever it comes from. What the object has
 * answered is kept for others until it expires: a block that is removed or hidden meanwhile is served until then.
 */
export function readerBlocks(options: ReaderBlocksOptions): ReaderBlocks {
  const { cache, records, packs, arePacksNear = false, ask, now, expiryMs, copies, waitUntil } = options
  let kept = 0
  let noted = 0
  let asked = 0

  // A copy that cannot be kept is read again from where it came.
  const ignore = () => undefined
  const keep = (key: string, bytes: Uint8Array<ArrayBuffer>, untilMs: number) => {
    const release = kept < MAX_KEPT ? copies.tryTake(bytes.byteLength) : undefined
    if (!release) return
    kept += 1
    waitUntil(cache.keep(key, bytes, untilMs).catch(ignore).finally(release))
  }
  const note = (key: string, { bytes, place }: PublicBlock, untilMs: number) => {
    const sizeBytes = bytes.byteLength
    if (noted >= MAX_KEPT || (!place && sizeBytes >= MAX_RECORD_BYTES)) return
    noted += 1
    const record = { untilMs, sizeBytes, place, bytes: place ? undefined : bytes }
    waitUntil(records.keep(key, record).catch(ignore))
  }
  const findCached = async (cid: CID) => {
    const cached = await cache.find(blockKey(cid))
    return cached && (await isBlock(cid, cached)) ? cached : undefined
  }
  const findRecorded = async (cid: CID, { signal }: AbortOptions) => {
    const key = blockKey(cid)
    const record = await records.find(key)
    if (!record) return undefined
    const { place, sizeBytes } = record
    const bytes = place ? await packs.read({ ...place, sizeBytes }, { signal }) : record.bytes
    // The pack may have been rewritten since.
    if (!bytes || !(await isBlock(cid, bytes))) return undefined
    if (!arePacksNear) keep(key, bytes.slice(), record.untilMs)
    return bytes
  }
  const [findFirst, findThen] = arePacksNear ? [findRecorded, findCached] : [findCached, findRecorded]
  const findNear = async (cid: CID, callOptions: AbortOptions) => {
    const first = await findFirst(cid, callOptions)
    if (first) return first
    callOptions.signal?.throwIfAborted()
    return findThen(cid, callOptions)
  }
  /** Storage that fails is one more reason to ask the object. */
  const readNear = (cid: CID, callOptions: AbortOptions) =>
    findNear(cid, callOptions).catch(() => {
      callOptions.signal?.throwIfAborted()
      return undefined
    })

  /** The root, which is looked for before it is read. */
  let near: { readonly key: string; readonly bytes: Uint8Array } | undefined

  const read = async (cid: CID, { offline, ...callOptions }: AbortOptions & PublicBlockOptions) => {
    const key = blockKey(cid)
    if (near?.key === key) return near.bytes
    const held = await readNear(cid, callOptions)
    if (held) return held
    callOptions.signal?.throwIfAborted()
    asked += 1
    const found = await ask(cid, { offline })
    if (!found || !(await isBlock(cid, found.bytes))) return undefined
    const untilMs = now() + expiryMs
    note(key, found, untilMs)
    if (!found.place || !arePacksNear) keep(key, found.bytes, untilMs)
    return found.bytes
  }

  return {
    asked: () => asked,
    async isNear(cid) {
      const bytes = await readNear(cid, {})
      if (bytes) near = { key: blockKey(cid), bytes }
      return bytes !== undefined
    },
    get: (cid, callOptions) => read(cid, { ...callOptions, offline: false }),
    getHeld: (cid, callOptions) => read(cid, { ...callOptions, offline: true }),
  }
}
