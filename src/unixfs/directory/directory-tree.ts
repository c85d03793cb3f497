import { compareBytes } from '../../codec/bytes/bytes.ts'
import { DomainError } from '../../errors.ts'
import type { SentMetadata } from '../../ports/file-source.ts'
import type { Metadata } from '../add/metadata.ts'
import type { WrittenNode } from '../layout/node-writer.ts'

/** A directory that is being built. */
export interface Directory {
  readonly entries: Map<string, Directory | WrittenNode>
  metadata: Metadata
  /** What its sender said of mode and time; see `SourceEntry`. */
  sent: SentMetadata | undefined
  /** Its node, when it has been written. */
  written: WrittenNode | undefined
}

/**
 * The directory at `names` below `top`. Missing directories on the path are made by `make`. Throws `already-exists`
 * when a path component is a file.
 */
export function openDirectory(top: Directory, names: readonly string[], make: () => Directory): Directory {
  let directory = top
  for (const name of names) {
    let entry = directory.entries.get(name)
    if (entry === undefined) {
      entry = make()
      directory.entries.set(name, entry)
    }
    if (!isDirectory(entry)) throw nameTaken()
    directory = entry
  }
  return directory
}

/** Throws `already-exists` when the directory has an entry of that name. Spec: RPC document, `/add`. */
export function assertNameFree(directory: Directory, name: string): void {
  if (directory.entries.has(name)) throw nameTaken()
}

interface Named {
  readonly directory: Directory
  /** Path including the root's own name; empty for a root without a name. */
  readonly path: string
}

export interface ChildrenFirstOptions {
  /** Leaves out empty directories, except the first. */
  readonly skipEmpty: boolean
}

/**
 * A directory and its descendants: children before parents, siblings in link order, so the directory itself comes
 * last.
 */
export function* childrenFirst(
  { directory: top, path }: Named,
  options: ChildrenFirstOptions,
): Generator<Named> {
  const below: { readonly name: string; readonly bytes: Uint8Array; readonly directory: Directory }[] = []
  for (const [name, entry] of top.entries) {
    if (!isDirectory(entry) || (options.skipEmpty && entry.entries.size === 0)) continue
    below.push({ name, bytes: encoder.encode(name), directory: entry })
  }
  below.sort((a, b) => compareBytes(a.bytes, b.bytes))
  for (const { name, directory } of below) {
    yield* childrenFirst({ directory, path: path === '' ? name : `${path}/${name}` }, options)
  }
  yield { directory: top, path }
}

/** The node of an entry; `undefined` for a directory that is not written yet. */
export function writtenNodeOf(entry: Directory | WrittenNode): WrittenNode | undefined {
  return isDirectory(entry) ? entry.written : entry
}

const encoder = new TextEncoder()

function isDirectory(entry: Directory | WrittenNode): entry is Directory {
  return 'entries' in entry
}

function nameTaken(): DomainError {
  return new DomainError('already-exists', 'directory already has entry by that name')
}
