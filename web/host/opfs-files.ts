import type { SourceFiles } from '../../src/ports/source-files.ts'

/** {@link SourceFiles} of the origin private file system: paths begin at its root. */
export function opfsFiles(): SourceFiles {
  return {
    async read(path, { offset, sizeBytes, signal }) {
      const file = await findFile(path.split('/'))
      signal?.throwIfAborted()
      if (!file) return undefined
      const buffer = await file.slice(offset, offset + sizeBytes).arrayBuffer()
      signal?.throwIfAborted()
      return { bytes: new Uint8Array(buffer), version: `${file.lastModified}-${file.size}` }
    },
  }
}

/** `undefined` for a path that leads to no file, and where the browser gives the origin no files. */
async function findFile(segments: readonly string[]): Promise<File | undefined> {
  const name = segments.at(-1) ?? ''
  try {
    let directory = await navigator.storage.getDirectory()
    for (const segment of segments.slice(0, -1)) directory = await directory.getDirectoryHandle(segment)
    return await (await directory.getFileHandle(name)).getFile()
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return undefined
    throw error
  }
}
