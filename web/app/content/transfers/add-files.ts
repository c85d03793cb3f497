import type { UploadEntry } from '../../../../src/rpc/client.ts'
import { keepingAlive } from '../../../host/keep-alive.ts'
import { addingOptions } from '../../adding-options.ts'
import { call } from '../../call.ts'
import type { Kept } from '../pins/kept-names.ts'
import type { Dropped } from './dropped-files.ts'

export interface Progress {
  /** Bytes that the node has received, of `bytesTotal`. */
  readonly bytes: number
  readonly bytesTotal: number
  readonly files: number
  readonly filesTotal: number
}

export interface AddOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** Adds and pins all files in one request, and returns the roots: one for each top-level name. */
export function addFiles(dropped: readonly Dropped[], { signal, onProgress }: AddOptions): Promise<Kept[]> {
  const tops = topsOf(dropped)
  const files = new Set(dropped.flatMap(({ path, file }) => (file ? [path] : [])))
  const bytesTotal = [...tops.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  let progress: Progress = { bytes: 0, bytesTotal, files: 0, filesTotal: files.size }
  const tell = (change: Partial<Progress>) => {
    progress = { ...progress, ...change }
    onProgress(progress)
  }

  return keepingAlive(async () => {
    const roots: Kept[] = []
    const lines = await call(
      'add',
      { body: entriesOf(dropped), options: addingOptions() },
      { signal, onUploadProgress: ({ totalBytes }) => tell({ bytes: totalBytes }) },
    )
    for await (const { Name, Hash } of lines) {
      if (files.has(Name)) tell({ files: progress.files + 1 })
      const top = tops.get(Name)
      if (top && Hash) roots.push({ cid: Hash, name: Name, ...top })
    }
    if (roots.length < tops.size) {
      throw new Error('The node stopped before it was done. Add the files again.')
    }
    return roots
  })
}

type Top = Required<Pick<Kept, 'sizeBytes' | 'isFolder'>>

/** The top-level names, each with the size of its files. Each becomes a root. */
function topsOf(dropped: readonly Dropped[]): Map<string, Top> {
  const tops = new Map<string, Top>()
  for (const { path, file } of dropped) {
    const [name = '', ...below] = path.split('/')
    const sizeBytes = (tops.get(name)?.sizeBytes ?? 0) + (file?.size ?? 0)
    tops.set(name, { sizeBytes, isFolder: below.length > 0 || file === undefined })
  }
  return tops
}

/** The files ordered by path, so that those of a folder are consecutive. Blobs stay on disk until they are read. */
function entriesOf(dropped: readonly Dropped[]): UploadEntry[] {
  return dropped
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, file }) => ({
      path: path.toWellFormed(),
      ...(file ? { content: file } : { kind: 'directory' }),
    }))
}
