import { createBlockWriter } from '../../blocks/block-writer.ts'
import type { ByteBudget } from '../../blocks/byte-budget.ts'
import { createDiscardingWriter } from '../../blocks/discarding-writer.ts'
import type { Activity } from '../../diagnostics/activity.ts'
import { DomainError } from '../../errors.ts'
import type { Blockstore } from '../../ports/blockstore.ts'
import type { FileSource } from '../../ports/file-source.ts'
import { type Chunker, parseChunker } from '../chunk/chunker.ts'
import { dagShape } from '../dag/dag-shape.ts'
import { createNodeWriter } from '../layout/node-writer.ts'
import type { LeafReferences } from '../layout/referring-nodes.ts'
import type { AddedRoot, Adding } from './add-entry.ts'
import type { AddOptions } from './add-options.ts'
import { addSeparately, addWrapped } from './add-roots.ts'
import type { AddEvent } from './added-event.ts'

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
  const add: Adding = {
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

function chunkerOnce(text: string): () => Chunker {
  let chunker: Chunker | undefined
  return () => {
    chunker ??= parseChunker(text)
    return chunker
  }
}

/** Maximum number of entries of one add, directories included: its tree is held in memory until it is written. */
const MAX_ENTRIES = 250_000

/** Counts entries and the directories that they imply. Throws `too-large` over the limit. */
function entryBudget(): () => void {
  let left = MAX_ENTRIES
  return () => {
    left -= 1
    if (left < 0) throw new DomainError('too-large', `Cannot add over ${MAX_ENTRIES} entries at once`)
  }
}
