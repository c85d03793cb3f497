import type { SourceFiles } from '../ports/source-files.ts'

/** {@link SourceFiles} in a map, by path, which the caller may change. */
export function memorySourceFiles(files: ReadonlyMap<string, Uint8Array>): SourceFiles {
  const versions = new WeakMap<Uint8Array, number>()
  let seen = 0

  return {
    async read(path, { offset, sizeBytes, signal }) {
      signal?.throwIfAborted()
      const file = files.get(path)
      if (!file) return undefined
      if (!versions.has(file)) versions.set(file, ++seen)
      return { bytes: file.slice(offset, offset + sizeBytes), version: String(versions.get(file)) }
    },
  }
}
