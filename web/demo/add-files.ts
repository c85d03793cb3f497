import { call, lines } from './call.ts'
import type { Dropped } from './dropped-files.ts'
import type { Kept } from './kept-names.ts'

export interface Progress {
  /** Bytes the node has taken, of `bytesTotal`. */
  readonly bytes: number
  readonly bytesTotal: number
  readonly files: number
  readonly filesTotal: number
}

export interface AddOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** Adds everything in one request, pinned, and gives the roots: one for each name at the top. */
export async function addFiles(dropped: readonly Dropped[], options: AddOptions): Promise<Kept[]> {
  const files = dropped.filter(({ file }) => file !== undefined)
  const totals = {
    bytesTotal: files.reduce((sum, { file }) => sum + (file?.size ?? 0), 0),
    filesTotal: files.length,
  }
  const folders = new Set(
    dropped.flatMap(({ path, file }) => (file && !path.includes('/') ? [] : topOf(path))),
  )
  const isFile = new Set(files.map(({ path }) => path))

  return call('add?progress=true', { body: formOf(dropped), signal: options.signal }, async (response) => {
    const taken = new Map<string, number>()
    const roots: Kept[] = []
    let [bytes, done] = [0, 0]
    for await (const { Name, Hash, Bytes, Size } of lines(response)) {
      const name = String(Name)
      if (Hash === undefined) {
        const now = Number(Bytes ?? 0)
        bytes += now - (taken.get(name) ?? 0)
        taken.set(name, now)
      } else {
        taken.delete(name)
        if (isFile.has(name)) done += 1
        if (!name.includes('/')) {
          roots.push({ cid: String(Hash), name, sizeBytes: Number(Size), isFolder: folders.has(name) })
        }
      }
      options.onProgress({ bytes, files: done, ...totals })
    }
    const expected = new Set(dropped.map(({ path }) => topOf(path))).size
    if (roots.length < expected) throw new Error('The node stopped before it was done. Add the files again.')
    return roots
  })
}

/** Parts in the order of their paths, so that a folder's files come together. Blobs stay on disk until read. */
function formOf(dropped: readonly Dropped[]): FormData {
  const form = new FormData()
  for (const { path, file } of dropped.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const part = file
      ? file.slice(0, file.size, 'application/octet-stream')
      : new Blob([], { type: 'application/x-directory' })
    form.append('file', part, encodeURIComponent(path.toWellFormed()))
  }
  return form
}

function topOf(path: string): string {
  return path.split('/', 1)[0] ?? path
}
