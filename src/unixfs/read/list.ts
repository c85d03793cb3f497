import { type BlockReader, loadBlock, loadDagPb } from '../../blocks/load-block.ts'
import { type CID, DAG_PB_CODEC, RAW_CODEC } from '../../codec/cid/cid.ts'
import { namedLinksOfBlock } from '../../codec/ipld/named-links.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { mapOrdered } from '../../streams/map-ordered.ts'
import type { FilePart } from '../add/file-part.ts'
import type { Metadata } from '../add/metadata.ts'
import { type DirectoryLink, directoryEntries } from '../directory/directory-entries.ts'
import { type ContentNode, openNode } from './open-node.ts'

export interface ListOptions extends AbortOptions {
  /** Whether to load the root of each child for its kind and size; true when absent. */
  readonly resolve?: boolean | undefined
}

export interface ListEntry extends Metadata {
  /** Empty for the chunks of a file. */
  readonly name: string
  readonly cid: CID
  /** Bytes of a file or of a symlink's target; 0 for a directory and for an unknown type. */
  readonly sizeBytes: number
  readonly type: 'unknown' | 'directory' | 'file' | 'symlink'
  /** Target of a symlink; empty for other types. */
  readonly target: string
}

/** Children that are loaded concurrently. */
const LOAD_CONCURRENCY = 6

const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })

/**
 * Lists the entries of a directory, the chunks of a file, or the links of a node of another codec. Chunks and such
 * links have no names. A child of a codec without files is `unknown`. A child that cannot be loaded ends the list
 * with its error.
 *
 * Throws like {@link openNode}. Spec: RPC document, `/ls`.
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
  if (cid.code !== DAG_PB_CODEC && cid.code !== RAW_CODEC) {
    const links = namedLinksOfBlock(cid, await loadBlock(blocks, cid, options))
    return links.map((link) => ({ ...link, dagSizeBytes: 0 }))
  }
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

function kindOf(node: ContentNode): Omit<ListEntry, 'name' | 'cid'> {
  const { kind: type, mode, mtime } = node
  if (node.kind === 'directory') return { type, sizeBytes: 0, target: '', mode, mtime }
  const { sizeBytes } = node.part
  return { type, sizeBytes, target: type === 'symlink' ? textOf(node.part) : '', mode, mtime }
}

function textOf({ data }: FilePart): string {
  return decoder.decode(data)
}
