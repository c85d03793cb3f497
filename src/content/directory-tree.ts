import { compareBytes } from '../codec/bytes.ts'
import { DomainError } from '../errors.ts'
import type { Metadata } from './file-builder.ts'
import type { WrittenNode } from './node-writer.ts'

/** A directory that is being gathered. */
export interface Directory {
  readonly entries: Map<string, Directory | WrittenNode>
  metadata: Metadata
  /** Its node, until something changes in or below it. */
  written: WrittenNode | undefined
}

export function emptyDirectory(): Directory {
  return { entries: new Map(), metadata: {}, written: undefined }
}

/**
 * The directory at `names` below `top`, made as needed; `spend` is called for each one made. Throws
 * `already-exists` when a file is in the way.
 */
export function openDirectory(top: Directory, names: readonly string[], spend: () => void): Directory {
  let directory = top
  directory.written = undefined
  for (const name of names) {
    let entry = directory.entries.get(name)
    if (entry === undefined) {
      spend()
      entry = emptyDirectory()
      directory.entries.set(name, entry)
    }
    if (!isDirectory(entry)) throw nameTaken()
    directory = entry
    directory.written = undefined
  }
  return directory
}

/** Throws `already-exists` when the directory holds that name. Spec: RPC document, `/add`. */
export function assertNameFree(directory: Directory, name: string): void {
  if (directory.entries.has(name)) throw nameTaken()
}

/** Directories that have no node yet: children before parents, siblings in link order, `top` last. */
export function* unwrittenDirectories(
  top: Directory,
  path: string,
): Generator<{ readonly directory: Directory; readonly path: string }> {
  if (top.written) return
  const names = [...top.entries.keys()].map((name) => ({ name, bytes: encoder.encode(name) }))
  names.sort((a, b) => compareBytes(a.bytes, b.bytes))
  for (const { name } of names) {
    const entry = top.entries.get(name)
    if (entry && isDirectory(entry))
      yield* unwrittenDirectories(entry, path === '' ? name : `${path}/${name}`)
  }
  yield { directory: top, path }
}

/** The node of an entry; `undefined` while a directory has none. */
export function nodeOf(entry: Directory | WrittenNode): WrittenNode | undefined {
  return isDirectory(entry) ? entry.written : entry
}

const encoder = new TextEncoder()

function isDirectory(entry: Directory | WrittenNode): entry is Directory {
  return 'entries' in entry
}

function nameTaken(): DomainError {
  return new DomainError('already-exists', 'directory already has entry by that name')
}
