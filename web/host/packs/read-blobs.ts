import type { Activity } from '../../../src/diagnostics/activity.ts'
import type { AbortOptions } from '../../../src/ports/abort.ts'
import type { PackFiles, PackRange } from '../../../src/ports/pack-files.ts'
import { readable } from '../indexeddb/indexed-database.ts'

/** Packs whose Blob objects are cached. Their bytes are not in memory. */
const MAX_OPEN = 16

/** Reads ranges of packs that the browser represents as Blobs, of which a `File` is one. */
export interface BlobReader extends Pick<PackFiles, 'read'> {
  /** The size of a file in bytes, or `undefined` when it does not exist. */
  sizeOf(pack: number, options?: AbortOptions): Promise<number | undefined>
  /** Drops the cached Blob, so that the next read opens the file again. */
  close(pack: number): void
}

/** {@link PackFiles} whose files are read as Blobs. */
export interface BlobPackFiles extends PackFiles, BlobReader {}

export interface BlobReaderOptions {
  readonly activity: Activity
  /** Opens a pack. `undefined` when it does not exist. */
  open(pack: number): Promise<Blob | undefined>
}

/**
 * Creates a reader with a cache of Blobs. Another process may remove the file of a cached one, so a failed read
 * is repeated with a Blob that is opened again. A Blob whose file the browser has lost counts as one that does not exist:
 * a repair or a compaction of all packs must not end at it.
 */
export function blobReader({ activity, open }: BlobReaderOptions): BlobReader {
  const opened = new Map<number, Promise<Blob | undefined>>()

  const cached = (pack: number) => {
    const blob = opened.get(pack) ?? open(pack)
    opened.delete(pack)
    opened.set(pack, blob)
    blob.then(
      (found) => found ?? opened.delete(pack),
      () => opened.delete(pack),
    )
    const [first] = opened.keys()
    if (opened.size > MAX_OPEN && first !== undefined) opened.delete(first)
    return blob
  }
  const readOnce = async ({ pack, offset, sizeBytes }: PackRange) => {
    const blob = await cached(pack)
    if (!blob) return undefined
    const done = activity.enter('storage-operations')
    try {
      return new Uint8Array(await blob.slice(offset, offset + sizeBytes).arrayBuffer())
    } finally {
      done()
    }
  }

  return {
    async read(range, { signal } = {}) {
      signal?.throwIfAborted()
      const again = () => {
        opened.delete(range.pack)
        return readOnce(range)
      }
      const bytes = await readable(readOnce(range).catch(again))
      signal?.throwIfAborted()
      return bytes
    },
    async sizeOf(pack, { signal } = {}) {
      const blob = await cached(pack)
      signal?.throwIfAborted()
      return blob?.size
    },
    close: (pack) => void opened.delete(pack),
  }
}
