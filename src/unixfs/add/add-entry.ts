import type { BlockWriter } from '../../blocks/block-writer.ts'
import type { FileEntry, FileSource, SourceEntry, SymlinkEntry } from '../../ports/file-source.ts'
import type { Chunker } from '../chunk/chunker.ts'
import { assertNameFree, type Directory, openDirectory } from '../directory/directory-tree.ts'
import { entryNames } from '../directory/entry-path.ts'
import type { NodeWriter, WrittenNode } from '../layout/node-writer.ts'
import { type LeafReferences, referringNodes } from '../layout/referring-nodes.ts'
import { addFile, addSymlink } from './add-file.ts'
import type { AddOptions } from './add-options.ts'
import { type AddEvent, addedEvent } from './added-event.ts'

/** A root that was added. */
export interface AddedRoot extends WrittenNode {
  /** Empty for one that came without a name. */
  readonly name: string
}

/** An add that is running. */
export interface Adding {
  readonly nodes: NodeWriter
  readonly references: LeafReferences | undefined
  readonly writer: BlockWriter
  readonly options: AddOptions
  readonly budget: () => void
  /** Roots in order of appearance. */
  readonly roots: AddedRoot[]
  /** Throws for an invalid chunker only when a file comes, like the reference implementation. */
  readonly chunker: () => Chunker
}

/** An entry and the names of its path. */
export interface NamedEntry {
  readonly entry: SourceEntry
  readonly names: readonly string[]
}

/** The entries of a source, with the metadata that the caller asks for. */
export async function* namedEntries(
  source: FileSource,
  { options, budget }: Adding,
): AsyncGenerator<NamedEntry> {
  const { metadata = {} } = options
  for await (const entry of source) {
    options.signal?.throwIfAborted()
    budget()
    const mode = metadata.mode ?? entry.mode
    const mtime = metadata.mtime ?? entry.mtime
    yield { entry: { ...entry, mode, mtime }, names: entryNames(entry.path) }
  }
}

/** Adds an entry to a directory, at the path `names` below it. */
export async function* addBelow(
  add: Adding,
  top: Directory,
  { entry, names }: NamedEntry,
): AsyncGenerator<AddEvent> {
  const make = () => {
    add.budget()
    return emptyDirectory(add)
  }
  if (entry.kind === 'directory') {
    const directory = openDirectory(top, names, make)
    directory.metadata = {
      mode: entry.mode ?? directory.metadata.mode,
      mtime: entry.mtime ?? directory.metadata.mtime,
    }
    directory.sent = entry.sent ?? directory.sent
    return
  }
  const parent = openDirectory(top, names.slice(0, -1), make)
  const name = names.at(-1)
  if (name !== undefined) assertNameFree(parent, name)
  const node = yield* addLeaf(add, entry)
  parent.entries.set(name ?? node.cid.toString(), node)
}

/** Adds a file or a symlink. */
export async function* addLeaf(
  add: Adding,
  entry: FileEntry | SymlinkEntry,
): AsyncGenerator<AddEvent, WrittenNode> {
  const { nodes, options } = add
  const node =
    entry.kind === 'symlink'
      ? await addSymlink(nodes, entry)
      : yield* addFile(nodesFor(add, entry), entry, {
          chunker: add.chunker(),
          progress: options.progress,
          signal: options.signal,
        })
  if (!options.silent) yield addedEvent(entry.path, node, entry)
  return node
}

function nodesFor({ nodes, references }: Adding, { location }: FileEntry): NodeWriter {
  return references && location ? referringNodes(nodes, { references, location }) : nodes
}

/** A directory without entries, with the metadata that the caller asks for. */
export function emptyDirectory({ options: { metadata = {} } }: Adding): Directory {
  return { entries: new Map(), metadata, sent: undefined, written: undefined }
}
