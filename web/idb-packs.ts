import type { Activity } from '../src/diagnostics/activity.ts'
import { partition } from '../src/packs/partition.ts'
import type { AbortOptions } from '../src/ports/abort.ts'
import { answer, type IndexedDatabase } from './indexed-database.ts'
import { PACK_USAGE, PACKS } from './meta-database.ts'
import {
  blocksOfPack,
  PACK_BYTES,
  type PackedBlock,
  type PackedBytes,
  type PackRecord,
  type PackUsage,
  packRecord,
} from './pack-record.ts'

/** Whole packs that are held in memory, for reads that go through them. */
const MAX_PACKS_KEPT = 2

/** Larger blocks are views of their pack: a copy costs a third of reading them. Small ones must not keep all of it. */
const COPIED_BELOW_BYTES = 64 * 1024

/** Packs of which it is known what they hold; their bytes are not in memory. */
const MAX_RECORDS_KEPT = 16

interface OpenPack {
  readonly blob: Blob
  readonly blocks: ReadonlyMap<string, PackedBlock>
}

/** Bytes of many blocks in one Blob. */
export interface Packs {
  /** Writes packs in one transaction; returns the blocks in their order. The index names them afterwards. */
  write(blocks: readonly PackedBytes[], options?: AbortOptions): Promise<PackedBlock[]>
  /** The bytes, those of large blocks as a view that nobody writes to, or `undefined` when the pack is gone. */
  read(block: PackedBlock, options?: AbortOptions): Promise<Uint8Array | undefined>
  /** The same, past what is in memory. */
  readAnew(block: PackedBlock, options?: AbortOptions): Promise<Uint8Array | undefined>
  /**
   * Where the bytes of a key are, when a pack that holds them was read lately and nothing was removed from it
   * since. Most reads go through a pack, and then one look at it stands for one at the row of each block.
   */
  recall(key: string, options?: AbortOptions): Promise<PackedBlock | undefined>
  /** What was put into a pack, by key. */
  blocksOf(pack: number, options?: AbortOptions): Promise<ReadonlyMap<string, PackedBlock>>
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
  const readUsage = meta.reader<PackUsage>(PACK_USAGE)
  const opening = new Map<number, Promise<OpenPack | undefined>>()
  const open = new Map<number, OpenPack>()
  const kept = new Map<number, KeptPack>()
  /** Where the last read of a pack ended. */
  const ends = new Map<number, number>()

  const readRecord = async (pack: number, { signal }: AbortOptions = {}) => {
    const record = await meta.transact({ stores: PACKS, mode: 'readonly', signal }, (transaction) => {
      const request: IDBRequest<PackRecord | undefined> = transaction.objectStore(PACKS).get(pack)
      return answer(request)
    })
    return record && { blob: record.bytes, blocks: blocksOfPack(pack, record) }
  }
  const openPack = async (pack: number) => {
    const known = open.get(pack)
    if (known) return known
    const record = opening.get(pack) ?? readRecord(pack).finally(() => opening.delete(pack))
    opening.set(pack, record)
    const opened = await record
    if (opened) keep(open, { key: pack, value: opened, most: MAX_RECORDS_KEPT })
    return opened
  }
  const forget = (pack: number) => {
    for (const held of [open, kept, ends]) held.delete(pack)
  }
  const readBlob = async (blob: Blob | undefined) => {
    if (!blob) return undefined
    const done = activity.enter('storage-operations')
    try {
      return new Uint8Array(await blob.arrayBuffer())
    } finally {
      done()
    }
  }
  const readWhole = (pack: number): KeptPack => {
    const bytes = openPack(pack).then((opened) => readBlob(opened?.blob))
    // Each reader awaits it by itself.
    bytes.catch(() => undefined)
    return { bytes, givenBytes: 0 }
  }
  const readIn = async ({ place: { pack, offset }, sizeBytes }: PackedBlock) => {
    const end = offset + sizeBytes
    const isNext = offset === 0 || ends.get(pack) === offset
    keep(ends, { key: pack, value: end, most: MAX_RECORDS_KEPT })
    const whole = kept.get(pack) ?? (isNext ? readWhole(pack) : undefined)
    if (!whole) return readBlob((await openPack(pack))?.blob.slice(offset, end))
    whole.givenBytes += sizeBytes
    keep(kept, { key: pack, value: whole, most: MAX_PACKS_KEPT })
    const bytes = await whole.bytes
    if (bytes && whole.givenBytes >= bytes.byteLength) kept.delete(pack)
    return sizeBytes < COPIED_BELOW_BYTES ? bytes?.slice(offset, end) : bytes?.subarray(offset, end)
  }

  return {
    async write(blocks, { signal } = {}) {
      const parts = partition(blocks, { maxBytes: PACK_BYTES, sizeOf: ({ bytes }) => bytes.byteLength })
      const records = parts.map(packRecord)
      const numbers = await meta.transact(
        { stores: PACKS, mode: 'readwrite', signal },
        async (transaction) => {
          const packs = transaction.objectStore(PACKS)
          const written = records.map((record) => answer(packs.add(record)))
          transaction.commit()
          return Promise.all(written)
        },
      )
      return records.flatMap((record, at) => [...blocksOfPack(Number(numbers[at]), record).values()])
    },
    async read(block, { signal } = {}) {
      const { pack } = block.place
      const bytes = await readIn(block).catch(() => {
        // The Blob at hand may be of a pack that is gone; what a new one says counts.
        forget(pack)
        return readIn(block)
      })
      signal?.throwIfAborted()
      if (bytes === undefined) forget(pack)
      return bytes
    },
    async readAnew({ place: { pack, offset }, sizeBytes }, options) {
      forget(pack)
      return readBlob((await readRecord(pack, options))?.blob.slice(offset, offset + sizeBytes))
    },
    async recall(key, options) {
      for (const [pack, { blob, blocks }] of open) {
        const block = blocks.get(key)
        if (!block) continue
        const usage = await readUsage(pack, options)
        // What is used of a pack never grows: as much as there is means that no row was ever removed.
        if (usage?.usedBytes === blob.size) return block
        if (usage === undefined) forget(pack)
      }
      return undefined
    },
    blocksOf: async (pack, options) => (await readRecord(pack, options))?.blocks ?? new Map(),
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
