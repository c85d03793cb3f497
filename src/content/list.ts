import { type CID, DAG_PB_CODEC, RAW_CODEC } from '../codec/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { type DirectoryLink, directoryEntries } from './directory-entries.ts'
import type { FilePart } from './file-part.ts'
import { type BlockReader, loadDagPb } from './load-block.ts'
import { mapOrdered } from './map-ordered.ts'
import { type ContentNode, openNode } from './open-node.ts'

export interface ListOptions extends AbortOptions {
  /** Load the root of each child to know its kind and size; true when absent. */
  readonly resolve?: boolean | undefined
}

export interface ListEntry {
  /** Empty for the pieces of a file. */
  readonly name: string
  readonly cid: CID
  /** Bytes of a file; 0 for a directory, a symlink, and what is unknown. */
  readonly sizeBytes: number
  readonly type: 'unknown' | 'directory' | 'file' | 'symlink'
  /** Of a symlink; empty for the rest. */
  readonly target: string
}

/** Children that are loaded at once. */
const LOAD_CONCURRENCY = 6

const decoder = new TextDecoder()

/**
 * The entries of a directory, or the pieces of a file, which have no names. A child of a codec without
 * files in it is `unknown`; a child that cannot be loaded ends the list with its error.
 *
 * Throws as {@link openNode} does. Spec: RPC document, `/ls`.
 */
export async function* listDirectory(
  blocks: BlockReader,
  cid: CID,
  { resolve = true, signal }: ListOptions = {},
): AsyncGenerator<ListEntry> {
  const links = await linksOf(blocks, cid, { signal })
  yield* mapOrdered(links, {
    concurrency: LOAD_CONCURRENCY,
    transform: (link) => describe(blocks, link, { resolve, signal }),
  })
}

async function linksOf(
  blocks: BlockReader,
  cid: CID,
  options: AbortOptions,
): Promise<Iterable<DirectoryLink> | AsyncIterable<DirectoryLink>> {
  const node = await openNode(blocks, cid, options)
  if (node.kind === 'directory') return directoryEntries(blocks, node, options)
  if (cid.code !== DAG_PB_CODEC) return []
  const { Links } = await loadDagPb(blocks, cid, options)
  return Links.map((link) => ({ name: link.Name ?? '', cid: link.Hash, dagSizeBytes: link.Tsize ?? 0 }))
}

async function describe(
  blocks: BlockReader,
  { name, cid, dagSizeBytes }: DirectoryLink,
  { resolve, signal }: ListOptions,
): Promise<ListEntry> {
  const unknown = { name, cid, sizeBytes: 0, type: 'unknown', target: '' } as const
  if (cid.code === RAW_CODEC) return { ...unknown, type: 'file', sizeBytes: dagSizeBytes }
  if (!resolve || cid.code !== DAG_PB_CODEC) return unknown
  const child = await openNode(blocks, cid, { signal })
  return { ...unknown, ...kindOf(child) }
}

function kindOf(node: ContentNode): Pick<ListEntry, 'type' | 'sizeBytes' | 'target'> {
  if (node.kind === 'directory') return { type: 'directory', sizeBytes: 0, target: '' }
  if (node.kind === 'file') return { type: 'file', sizeBytes: node.part.sizeBytes, target: '' }
  return { type: 'symlink', sizeBytes: 0, target: textOf(node.part) }
}

function textOf({ data }: FilePart): string {
  return decoder.decode(data)
}
