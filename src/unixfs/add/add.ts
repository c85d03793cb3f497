import { type BlockWriter, createBlockWriter } from '../../blocks/block-writer.ts'
import type { ByteBudget } from '../../blocks/byte-budget.ts'
import { createDiscardingWriter } from '../../blocks/discarding-writer.ts'
import type { CID } from '../../codec/cid/cid.ts'
import type { Activity } from '../../diagnostics/activity.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Blockstore } from '../../ports/blockstore.ts'
import type { FileEntry, FileSource, Mtime, SourceEntry, SymlinkEntry } from '../../ports/file-source.ts'
import { type Chunker, parseChunker } from '../chunk/chunker.ts'
import { type DagOptions, dagShape } from '../dag/dag-shape.ts'
import { assertNameFree, childrenFirst, type Directory, openDirectory } from '../directory/directory-tree.ts'
import { entryNames } from '../directory/entry-path.ts'
import { writeDirectory } from '../directory/write-directory.ts'
import { createNodeWriter, type NodeWriter, type WrittenNode } from '../layout/node-writer.ts'
import { type LeafReferences, referringNodes } from '../layout/referring-nodes.ts'
import { addFile, addSymlink, type ProgressEvent } from './add-file.ts'
import { entryBudget } from './entry-budget.ts'
import type { Metadata } from './metadata.ts'

/** The options of `/add` that affect content. */
export interface AddOptions extends DagOptions, AbortOptions {
  /** Metadata for every entry, also for implied and wrapping directories; replaces what the entry came with. */
  readonly metadata?: Metadata | undefined
  /** False leaves out empty directories below the roots. */
  readonly emptyDirectories?: boolean | undefined
  /** Computes every CID and stores nothing. */
  readonly onlyHash?: boolean | undefined
  /** Puts all entries into one directory, which becomes the only root. */
  readonly wrapWithDirectory?: boolean | undefined
  /** Yields progress events. */
  readonly progress?: boolean | undefined
  /** Leaves out the `added` events of files and symlinks. */
  readonly silent?: boolean | undefined
}

export interface AddedEvent {
  readonly type: 'added'
  /** Path as sent; empty for a wrapping directory or one without a name. A file without a name has its CID as name. */
  readonly name: string
  /** The file came without a name. Code that prints CIDs in another base must convert this name too. */
  readonly nameless?: true
  readonly cid: CID
  /** Cumulative size of the DAG in bytes. */
  readonly size: number
  readonly mode?: number | undefined
  readonly mtime?: Mtime | undefined
}

export type AddEvent = ProgressEvent | AddedEvent

/** A root that was added. */
export interface AddedRoot extends WrittenNode {
  /** Empty for one that came without a name. */
  readonly name: string
}

/** The destination of added content. */
export interface AddStore {
  readonly blockstore: Pick<Blockstore, 'putMany'>
  readonly activity?: Activity | undefined
  /** Bytes that all writers of the node together may hold. */
  readonly writeBudget?: ByteBudget | undefined
  /** Present when files with a location are referred to: takes the places of their leaves. */
  readonly references?: LeafReferences | undefined
}

/**
 * Adds files, directories and symlinks. Entries are processed one at a time, and no file is held in memory as a
 * whole. Returns the roots that may be pinned: each top-level entry, or only the wrapping directory. Pins nothing.
 *
 * Files are announced in the order received. Directories are announced when all files of their root have been read:
 * children before parents, siblings in link order. Every block of a root directory is stored before the event of
 * the root, every block of the add before the return. Inside a root, a repeated directory name means the same
 * directory. A top-level directory that is named again after another entry, or in a part of its own, is a new root.
 * All entries after a directory without a name belong to that directory.
 *
 * Throws `invalid-argument` for options and paths, `already-exists` for a repeated file name, `too-large` over
 * 250,000 entries. Spec: RPC document, `/add`. Spec gap: repeated names mean what they mean to the reference
 * implementation.
 */
export async function* addContent(
  { blockstore, activity, writeBudget, references: stored }: AddStore,
  source: FileSource,
  options: AddOptions = {},
): AsyncGenerator<AddEvent, readonly AddedRoot[]> {
  const shape = dagShape(options)
  const writing = { signal: options.signal, activity, budget: writeBudget }
  const blocks = options.onlyHash ? createDiscardingWriter(writing) : createBlockWriter(blockstore, writing)
  const references = options.onlyHash ? undefined : stored
  const flush = () => Promise.all([references?.flush(), blocks.flush()]).then(() => undefined)
  const writer = { ...blocks, flush }
  const nodes = createNodeWriter(writer, shape)
  const budget = entryBudget()
  const add: Add = {
    nodes,
    references,
    writer,
    options,
    budget,
    roots: [],
    chunker: chunkerOnce(shape.chunker),
  }
  try {
    yield* options.wrapWithDirectory ? addWrapped(add, source) : addSeparately(add, source)
    await writer.flush()
    return add.roots
  } finally {
    writer.discard()
  }
}

interface Add {
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

/** Key of a directory without a name. */
const NAMELESS = ''

/**
 * Adds each top-level entry as a root, announced as soon as an entry outside it comes. A directory without a name
 * is a root too, and contains every entry after it: the Go client sends each directory that it adds in this way.
 */
async function* addSeparately(add: Add, source: FileSource): AsyncGenerator<AddEvent> {
  let open: NamedRoot | undefined
  for await (const { entry, names } of namedEntries(source, add)) {
    const [top, ...below] = names
    if (open?.name === NAMELESS) {
      yield* addBelow(add, open.directory, { entry, names })
      continue
    }
    if (open && (open.name !== top || below.length === 0)) {
      yield* closeRoot(add, open)
      open = undefined
    }
    if (entry.kind === 'directory' && top === undefined) {
      open = { name: NAMELESS, directory: makeDirectory(add) }
      yield* addBelow(add, open.directory, { entry, names })
    } else if (entry.kind !== 'directory' && below.length === 0) {
      add.roots.push({ ...(yield* addLeaf(add, entry)), name: top ?? NAMELESS })
    } else if (top !== undefined) {
      open ??= { name: top, directory: makeDirectory(add) }
      yield* addBelow(add, open.directory, { entry, names: below })
    }
  }
  if (open) yield* closeRoot(add, open)
}

async function* addWrapped(add: Add, source: FileSource): AsyncGenerator<AddEvent> {
  const wrapper = makeDirectory(add)
  for await (const { entry, names } of namedEntries(source, add)) {
    yield* addBelow(add, wrapper, { entry, names })
  }
  yield* closeRoot(add, { name: NAMELESS, directory: wrapper })
}

interface NamedEntry {
  readonly entry: SourceEntry
  readonly names: readonly string[]
}

/** Adds an entry to a directory, at the path `names` below it. */
async function* addBelow(add: Add, top: Directory, { entry, names }: NamedEntry): AsyncGenerator<AddEvent> {
  const make = () => {
    add.budget()
    return makeDirectory(add)
  }
  if (entry.kind === 'directory') {
    const directory = openDirectory(top, names, make)
    directory.metadata = {
      mode: entry.mode ?? directory.metadata.mode,
      mtime: entry.mtime ?? directory.metadata.mtime,
    }
    return
  }
  const parent = openDirectory(top, names.slice(0, -1), make)
  const name = names.at(-1)
  if (name !== undefined) assertNameFree(parent, name)
  const node = yield* addLeaf(add, entry)
  parent.entries.set(name ?? node.cid.toString(), node)
}

async function* addLeaf(add: Add, entry: FileEntry | SymlinkEntry): AsyncGenerator<AddEvent, WrittenNode> {
  const { nodes, options } = add
  const node =
    entry.kind === 'symlink'
      ? await addSymlink(nodes, entry)
      : yield* addFile(nodesFor(add, entry), entry, {
          chunker: add.chunker(),
          progress: options.progress,
          signal: options.signal,
        })
  if (!options.silent) yield added(entry.path, node, entry)
  return node
}

function nodesFor({ nodes, references }: Add, { location }: FileEntry): NodeWriter {
  return references && location ? referringNodes(nodes, { references, location }) : nodes
}

interface NamedRoot {
  readonly name: string
  readonly directory: Directory
}

/** Writes and announces the directories of a root. */
async function* closeRoot({ nodes, writer, roots, options }: Add, root: NamedRoot): AsyncGenerator<AddEvent> {
  const top = { directory: root.directory, path: root.name }
  for (const { directory, path } of childrenFirst(top, { skipEmpty: options.emptyDirectories === false })) {
    const node = await writeDirectory(nodes, directory)
    directory.written = node
    if (directory === root.directory) {
      await writer.flush()
      roots.push({ ...node, name: root.name })
    }
    yield { type: 'added', name: path, cid: node.cid, size: node.sizeBytes, ...directory.metadata }
  }
}

function makeDirectory({ options: { metadata = {} } }: Add): Directory {
  return { entries: new Map(), metadata, written: undefined }
}

function added(path: string, { cid, sizeBytes }: WrittenNode, entry: FileEntry | SymlinkEntry): AddedEvent {
  const name = path === '' ? { name: cid.toString(), nameless: true as const } : { name: path }
  const mode = entry.kind === 'file' ? entry.mode : undefined
  return { type: 'added', ...name, cid, size: sizeBytes, mode, mtime: entry.mtime }
}

async function* namedEntries(source: FileSource, { options, budget }: Add): AsyncGenerator<NamedEntry> {
  const { metadata = {} } = options
  for await (const entry of source) {
    options.signal?.throwIfAborted()
    budget()
    const mode = metadata.mode ?? entry.mode
    const mtime = metadata.mtime ?? entry.mtime
    yield { entry: { ...entry, mode, mtime }, names: entryNames(entry.path) }
  }
}

function chunkerOnce(text: string): () => Chunker {
  let chunker: Chunker | undefined
  return () => {
    chunker ??= parseChunker(text)
    return chunker
  }
}
