import type { Activity } from '../../../src/diagnostics/activity.ts'
import { type IdbPackFilesOptions, idbPackFiles } from '../indexeddb/idb-pack-files.ts'
import { opfsPackFiles } from './opfs-pack-files.ts'
import { packFolder } from './pack-folder.ts'
import { isFileNumber } from './pack-numbers.ts'
import type { PackWorker } from './pack-worker.ts'
import type { BlobPackFiles } from './read-blobs.ts'

/** Starts the worker that writes packs into a folder of the origin private file system. */
export type StartPackWorker = (folder: readonly string[]) => Promise<PackWorker>

/** A process that has read so much starts the worker. It takes as long as to read a few packs without it. */
const START_AT_BYTES = 12 * 1024 * 1024

export interface OpenPackFilesOptions extends IdbPackFilesOptions {
  /** Name of the storage. */
  readonly name: string
  readonly activity: Activity
  /** Only tabs have one: a service worker cannot start workers. */
  readonly startPackWorker?: StartPackWorker | undefined
}

/** Pack files of a browser. */
export interface WebPackFiles extends BlobPackFiles {
  /** Starts the worker, if this process can have one, for packs that will soon be written. */
  expectWrite(): void
}

/**
 * Opens the pack files of a browser, which are in two places with different numbers. A tab writes files of the
 * origin private file system where its browser can write them synchronously. Every other process writes Blobs
 * into the database. All processes read and remove both.
 */
export function openPackFiles({ name, startPackWorker, ...options }: OpenPackFilesOptions): WebPackFiles {
  const path = packFolder(name)
  let opened: Promise<FileSystemDirectoryHandle | undefined> | undefined
  let starting: Promise<PackWorker | undefined> | undefined
  let started: PackWorker | undefined
  let readBytes = 0
  const start = async () => {
    try {
      started = await startPackWorker?.(path)
    } catch {
      // Without synchronous files, packs are stored as Blobs.
    }
    return started
  }
  const startWorker = () => {
    starting ??= start()
    return starting
  }
  const blobs = idbPackFiles(options)
  const files = opfsPackFiles({
    ...options,
    folder: async () => {
      opened ??= openFolder(path)
      const folder = await opened
      // Another program may have removed it meanwhile, which is no reason to lose all packs until the process ends.
      if (!folder) opened = undefined
      return folder
    },
    startWorker,
    workerForRead(sizeBytes) {
      readBytes += sizeBytes
      if (readBytes >= START_AT_BYTES) void startWorker()
      return started
    },
  })
  const placeOf = (pack: number) => (isFileNumber(pack) ? files : blobs)

  return {
    expectWrite: () => void startWorker().then((worker) => worker?.wake()),
    async append(added, options) {
      return ((await startWorker()) ? files : blobs).append(added, options)
    },
    read: (range, options) => placeOf(range.pack).read(range, options),
    sizeOf: (pack, options) => placeOf(pack).sizeOf(pack, options),
    close: (pack) => placeOf(pack).close(pack),
    async remove(packs, options) {
      options?.signal?.throwIfAborted()
      const [inFiles = [], inBlobs = []] = [true, false].map((isFile) =>
        packs.filter((pack) => isFileNumber(pack) === isFile),
      )
      if (inBlobs.length > 0) await blobs.remove(inBlobs, options)
      await files.remove(inFiles, options)
    },
    async *list(options) {
      yield* blobs.list(options)
      yield* files.list(options)
    },
  }
}

/** `undefined` in a browser without the file system, or that denies it, as in a private window. */
async function openFolder(path: readonly string[]): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    let folder = await navigator.storage.getDirectory()
    for (const name of path) folder = await folder.getDirectoryHandle(name, { create: true })
    return folder
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return undefined
    throw error
  }
}
