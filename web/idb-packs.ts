import type { Activity } from '../src/diagnostics/activity.ts'
import type { AbortOptions } from '../src/ports/abort.ts'
import { answer, type IndexedDatabase } from './indexed-database.ts'
import { PACK_USAGE, PACKS } from './meta-database.ts'

/** A pack is closed when it holds this much: it is read whole, and two of them are kept. */
const PACK_BYTES = 4 * 1024 * 1024

const MAX_PACKS_KEPT = 2

/** Packs whose Blob is kept at hand: their bytes are not in memory. */
const MAX_BLOBS_KEPT = 64

/** Bytes that are kept under a key. */
export interface PackedBytes {
  readonly key: string
  readonly bytes: Uint8Array
}

/** Where a block lies. */
export interface PackPlace {
  readonly pack: number
  readonly offset: number
}

interface PackRecord {
  readonly bytes: Blob
  readonly keys: readonly string[]
}

/** Bytes of many blocks in one Blob. */
export interface Packs {
  /** Writes packs in one transaction; returns the place of each block, in their order. The index names them afterwards. */
  write(blocks: readonly PackedBytes[], options?: AbortOptions): Promise<PackPlace[]>
  /** Bytes of their own, or `undefined` when the pack is gone. */
  read(place: PackPlace, sizeBytes: number, options?: AbortOptions): Promise<Uint8Array | undefined>
  /** The keys of the blocks that were put into a pack. */
  keysOf(pack: number, options?: AbortOptions): Promise<readonly string[]>
  remove(packs: readonly number[], options?: AbortOptions): Promise<void>
  /** Packs that the index never named, or names no longer. */
  garbage(options?: AbortOptions): Promise<number[]>
}

export interface IdbPacksOptions {
  /** The open meta database. */
  readonly meta: IndexedDatabase
  readonly activity: Activity
}

/**
 * {@link Packs} in the meta database. The browser keeps each large value in a file of its own, and what that
 * costs is paid for once in a pack. A block that is asked for alone is read alone; reads that go through a
 * pack, or begin where it begins, take all of it.
 */
export function idbPacks({ meta, activity }: IdbPacksOptions): Packs {
  const blobs = new Map<number, Promise<Blob | undefined>>()
  const kept = new Map<number, KeptPack>()
  /** Where the last read of a pack ended. */
  const ends = new Map<number, number>()

  const record = (pack: number, { signal }: AbortOptions = {}) =>
    meta.transact({ stores: PACKS, mode: 'readonly', signal }, (transaction) => {
      const request: IDBRequest<PackRecord | undefined> = transaction.objectStore(PACKS).get(pack)
      return answer(request)
    })
  const blobOf = (pack: number) => {
    const blob = blobs.get(pack) ?? record(pack).then((held) => held?.bytes)
    keep(blobs, { key: pack, value: blob, most: MAX_BLOBS_KEPT })
    return blob
  }
  const forget = (pack: number) => {
    for (const held of [blobs, kept, ends]) held.delete(pack)
  }
  const bytesOf = async (blob: Blob) => {
    const done = activity.enter('storage-operations')
    try {
      return new Uint8Array(await blob.arrayBuffer())
    } finally {
      done()
    }
  }
  const readWhole = (pack: number): KeptPack => {
    const bytes = blobOf(pack).then((blob) => blob && bytesOf(blob))
    // Each reader awaits it by itself.
    bytes.catch(() => undefined)
    return { bytes, givenBytes: 0 }
  }
  const readIn = async ({ pack, offset }: PackPlace, sizeBytes: number) => {
    const end = offset + sizeBytes
    const isNext = offset === 0 || ends.get(pack) === offset
    keep(ends, { key: pack, value: end, most: MAX_BLOBS_KEPT })
    const whole = kept.get(pack) ?? (isNext ? readWhole(pack) : undefined)
    if (!whole) return await blobOf(pack).then((blob) => blob && bytesOf(blob.slice(offset, end)))
    whole.givenBytes += sizeBytes
    keep(kept, { key: pack, value: whole, most: MAX_PACKS_KEPT })
    const bytes = await whole.bytes
    if (bytes && whole.givenBytes >= bytes.byteLength) kept.delete(pack)
    return bytes?.slice(offset, end)
  }

  return {
    async write(blocks, { signal } = {}) {
      const parted = inPacks(blocks)
      const numbers = await meta.transact(
        { stores: PACKS, mode: 'readwrite', signal },
        async (transaction) => {
          const packs = transaction.objectStore(PACKS)
          const written = parted.map((pack) => answer(packs.add(recordOf(pack))))
          transaction.commit()
          return Promise.all(written)
        },
      )
      return parted.flatMap((pack, at) => placesIn(pack, Number(numbers[at])))
    },
    async read(place, sizeBytes, { signal } = {}) {
      try {
        const bytes = await readIn(place, sizeBytes)
        signal?.throwIfAborted()
        if (bytes === undefined) forget(place.pack)
        return bytes
      } catch (error) {
        forget(place.pack)
        throw error
      }
    },
    keysOf: async (pack, options) => (await record(pack, options))?.keys ?? [],
    async remove(packs, { signal } = {}) {
      await meta.transact({ stores: PACKS, mode: 'readwrite', signal }, async (transaction) => {
        for (const pack of packs) transaction.objectStore(PACKS).delete(pack)
      })
      packs.forEach(forget)
    },
    garbage: ({ signal } = {}) =>
      meta.transact({ stores: [PACKS, PACK_USAGE], mode: 'readonly', signal }, async (transaction) => {
        const [written, named] = await Promise.all(
          [PACKS, PACK_USAGE].map((store) => answer(transaction.objectStore(store).getAllKeys())),
        )
        const used = new Set(named)
        return (written ?? []).filter((pack) => !used.has(pack)).map(Number)
      }),
  }
}

interface KeptPack {
  readonly bytes: Promise<Uint8Array | undefined>
  /** What readers took of it: nobody is likely to come again for what was taken once. */
  givenBytes: number
}

function inPacks(blocks: readonly PackedBytes[]): PackedBytes[][] {
  const packs: PackedBytes[][] = []
  let leftBytes = 0
  for (const block of blocks) {
    const open = packs.at(-1)
    leftBytes -= block.bytes.byteLength
    if (open && leftBytes >= 0) open.push(block)
    else {
      packs.push([block])
      leftBytes = PACK_BYTES - block.bytes.byteLength
    }
  }
  return packs
}

function recordOf(pack: readonly PackedBytes[]): PackRecord {
  return {
    bytes: new Blob(pack.map(({ bytes }) => (isPlain(bytes) ? bytes : new Uint8Array(bytes)))),
    keys: pack.map(({ key }) => key),
  }
}

function placesIn(blocks: readonly PackedBytes[], pack: number): PackPlace[] {
  let end = 0
  return blocks.map(({ bytes }) => {
    const offset = end
    end += bytes.byteLength
    return { pack, offset }
  })
}

interface Kept<T> {
  readonly key: number
  readonly value: T
  readonly most: number
}

/** Puts a value last, and drops the first when there are more than may be kept. */
function keep<T>(map: Map<number, T>, { key, value, most }: Kept<T>): void {
  map.delete(key)
  map.set(key, value)
  const [first] = map.keys()
  if (map.size > most && first !== undefined) map.delete(first)
}

function isPlain(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer
}
