import type { Activity } from '../../../src/diagnostics/activity.ts'
import { DomainError } from '../../../src/errors.ts'
import type { AbortOptions } from '../../../src/ports/abort.ts'
import type { PackFile } from '../../../src/ports/pack-files.ts'
import { fileName, fileNumber, newFileNumber } from './pack-numbers.ts'
import type { PackWorker } from './pack-worker.ts'
import { type BlobPackFiles, blobReader } from './read-blobs.ts'

/** Attempts to find a free number. */
const MAX_TRIES = 4
/** Reads of this size and more go through the worker: smaller ones are faster as a Blob. */
const WORKER_READ_BYTES = 256 * 1024
const PAGE_FILES = 1_000
/** A tab that reads a file prevents its removal for a moment. */
const REMOVAL_TRIES = 5
const REMOVAL_WAIT_MS = 20

export interface OpfsPackFilesOptions {
  /** The folder of all packs of one storage. `undefined` in a browser that gives the origin no files. */
  readonly folder: () => Promise<FileSystemDirectoryHandle | undefined>
  readonly activity: Activity
  /** The worker that writes and reads by synchronous handles. `undefined` where this process cannot have one. */
  readonly startWorker: () => Promise<PackWorker | undefined>
  /** The worker, if it has started, to read so many bytes. Otherwise it may be started for a later read. */
  readonly workerForRead: (sizeBytes: number) => PackWorker | undefined
}

/**
 * Pack files in the origin private file system, each in a file whose name is its number.
 *
 * The worker of a tab writes and reads them by synchronous handles. Every process, the service worker too, reads
 * them as `File`. A process that is killed while it writes leaves a file without its end, which the pack engine
 * recognizes and removes, because the table of a pack is at its end.
 */
export function opfsPackFiles(options: OpfsPackFilesOptions): BlobPackFiles {
  const { folder, activity, startWorker, workerForRead } = options
  const reader = blobReader({
    activity,
    open: async (pack) => {
      const handle = await (await folder())?.getFileHandle(fileName(pack)).catch(ignoreAbsent)
      return handle?.getFile().catch(ignoreAbsent)
    },
  })
  const writeFile = async (parts: readonly Uint8Array[], options: AbortOptions): Promise<number> => {
    const worker = await startWorker()
    for (let tries = 0; worker && tries < MAX_TRIES; tries += 1) {
      const pack = newFileNumber()
      if (await worker.write(pack, parts, options)) return pack
    }
    throw new DomainError('unavailable', 'Cannot write pack: this process cannot write files')
  }
  const remove = async (packs: readonly number[]) => {
    const directory = await folder()
    for (const pack of packs) {
      reader.close(pack)
      if (directory) await removeFile(directory, fileName(pack))
    }
  }

  return {
    ...reader,
    async append(files, options = {}) {
      options.signal?.throwIfAborted()
      const writes = await Promise.allSettled(files.map((parts) => writeFile(parts, options)))
      const packs = writes.flatMap((write) => (write.status === 'fulfilled' ? [write.value] : []))
      const failed = writes.find((write) => write.status === 'rejected')
      if (!failed && !options.signal?.aborted) return packs
      await remove(packs).catch(() => undefined)
      options.signal?.throwIfAborted()
      throw failed?.reason
    },
    async read(range, options = {}) {
      options.signal?.throwIfAborted()
      const isLarge = range.sizeBytes >= WORKER_READ_BYTES
      const worker = isLarge ? workerForRead(range.sizeBytes) : undefined
      const bytes = await worker?.read(range)
      options.signal?.throwIfAborted()
      return bytes ?? reader.read(range, options)
    },
    async remove(packs, { signal } = {}) {
      signal?.throwIfAborted()
      if (packs.length > 0) await remove(packs)
    },
    async *list({ signal } = {}) {
      signal?.throwIfAborted()
      let page: PackFile[] = []
      for await (const handle of (await folder())?.values() ?? []) {
        const pack = fileNumber(handle.name)
        if (pack === undefined || handle.kind !== 'file') continue
        const file = await handle.getFile().catch(ignoreAbsent)
        signal?.throwIfAborted()
        if (file) page.push({ pack, sizeBytes: file.size })
        if (page.length < PAGE_FILES) continue
        yield page
        page = []
      }
      if (page.length > 0) yield page
    },
  }
}

/**
 * Removes a file that no index row names. One that other tabs read all the while is left to `repo/fsck`, like
 * one that a killed process did not remove.
 */
async function removeFile(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  for (let tries = 0; tries < REMOVAL_TRIES; tries += 1) {
    try {
      return await folder.removeEntry(name)
    } catch (error) {
      if (isNamed(error, 'NotFoundError')) return
      if (!isNamed(error, 'NoModificationAllowedError')) throw error
      await new Promise((resolve) => setTimeout(resolve, REMOVAL_WAIT_MS))
    }
  }
}

function ignoreAbsent(error: unknown): undefined {
  if (!isNamed(error, 'NotFoundError')) throw error
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name
}
