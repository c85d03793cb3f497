import { blockKey, cidOfBlockKey } from '../src/codec/cid.ts'
import { DomainError } from '../src/errors.ts'
import type { AbortOptions } from '../src/ports/abort.ts'
import type { Block, Blockstore } from '../src/ports/blockstore.ts'
import type { Clock } from '../src/ports/clock.ts'
import { type BlockIndex, blockIndex } from './block-index.ts'
import { type BlockObjects, type BlockObjectsOptions, blockObjects } from './block-objects.ts'

/** Blocks below this many bytes live in their index row: thirty times as fast as an object of their own. */
const INLINE_BELOW_BYTES = 16 * 1024
/** Rows that one query of a list may hold in memory. */
const LIST_PAGE = 1_000

export interface R2BlockstoreOptions extends BlockObjectsOptions {
  readonly storage: DurableObjectStorage
  readonly clock: Clock
}

/**
 * {@link Blockstore} of one Durable Object: bytes in R2, index rows (and small blocks whole) in the object's
 * SQLite database. Objects are written first; the rows that make them visible follow in one transaction.
 */
export function r2Blockstore(options: R2BlockstoreOptions): Blockstore {
  const { storage, clock } = options
  const index = blockIndex(storage)
  const objects = blockObjects(options)

  const putMany = async (blocks: readonly Block[], { signal }: AbortOptions = {}) => {
    signal?.throwIfAborted()
    const distinct = new Map(blocks.map(({ cid, bytes }) => [blockKey(cid), bytes]))
    const release = objects.hold([...distinct.keys()])
    try {
      await writeMissing(distinct, { index, objects, signal })
      const rows = [...distinct].map(([key, bytes]) => ({
        key,
        sizeBytes: bytes.byteLength,
        ...(isInline(bytes) && { bytes: bytes.slice().buffer }),
      }))
      index.add(rows, clock.now())
    } finally {
      release()
    }
    await storage.sync()
  }

  return {
    async get(cid, { signal } = {}) {
      signal?.throwIfAborted()
      const bytes = await readIndexed(blockKey(cid), { index, objects, signal })
      signal?.throwIfAborted()
      return bytes
    },
    async has(cid, { signal } = {}) {
      signal?.throwIfAborted()
      return index.has(blockKey(cid))
    },
    put: (cid, bytes, given) => putMany([{ cid, bytes }], given),
    putMany,
    async delete(cid, { signal } = {}) {
      signal?.throwIfAborted()
      const key = blockKey(cid)
      const row = index.row(key)
      if (!row) return
      index.remove(key)
      await storage.sync()
      // A block that came back meanwhile keeps its object.
      if (!row.bytes && !index.has(key)) await objects.remove([key])
    },
    async *list({ signal } = {}) {
      let after = ''
      for (;;) {
        signal?.throwIfAborted()
        const page = index.page(after, LIST_PAGE)
        for (const { key, sizeBytes } of page) {
          signal?.throwIfAborted()
          yield { cid: cidOfBlockKey(key), sizeBytes }
          after = key
        }
        if (page.length < LIST_PAGE) return
      }
    },
    async stat(cid, { signal } = {}) {
      signal?.throwIfAborted()
      const row = index.row(blockKey(cid))
      return row && { sizeBytes: row.sizeBytes }
    },
    async totals({ signal } = {}) {
      signal?.throwIfAborted()
      return index.totals()
    },
    async sweep({ signal } = {}) {
      signal?.throwIfAborted()
      let swept = 0
      for await (const keys of objects.pages({ signal })) {
        signal?.throwIfAborted()
        swept += await objects.remove(keys.filter((key) => !index.has(key)))
      }
      return swept
    },
  }
}

interface Stores extends AbortOptions {
  readonly index: BlockIndex
  readonly objects: BlockObjects
}

function isInline(bytes: Uint8Array): boolean {
  return bytes.byteLength < INLINE_BELOW_BYTES
}

/**
 * Writes the objects of all large blocks that have no row. When it resolves, each has an object or a row, and
 * that holds until the caller awaits. The first failure stops what has not begun and waits for what has.
 */
async function writeMissing(
  blocks: ReadonlyMap<string, Uint8Array>,
  { index, objects, signal }: Stores,
): Promise<void> {
  const written = new Set<string>()
  for (;;) {
    const missing = [...blocks].filter(
      ([key, bytes]) => !isInline(bytes) && !written.has(key) && !index.has(key),
    )
    if (missing.length === 0) return
    const stop = new AbortController()
    const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
    await Promise.all(
      missing.map(([key, bytes]) =>
        objects.write(key, bytes, { signal: either }).then(
          () => written.add(key),
          (error: unknown) => stop.abort(error),
        ),
      ),
    )
    stop.signal.throwIfAborted()
    signal?.throwIfAborted()
  }
}

/** `undefined` when there is no row. Throws `corrupt` when the row has lost its object. */
async function readIndexed(key: string, { index, objects, signal }: Stores): Promise<Uint8Array | undefined> {
  const row = index.row(key)
  if (!row || row.bytes) return row?.bytes
  const bytes = await objects.read(key, row.sizeBytes, { signal })
  if (bytes?.byteLength === row.sizeBytes) return bytes
  if (!index.has(key)) return undefined
  throw new DomainError('corrupt', `Cannot read block "${key}": indexed, but not in the bucket`)
}
