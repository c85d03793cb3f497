import { type BlockReader, loadBlock } from '../../blocks/load-block.ts'
import { type CID, DAG_PB_CODEC, RAW_CODEC } from '../../codec/cid/cid.ts'
import { decodeBlock } from '../../codec/ipld/decode-block.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { findLink } from '../directory/find-link.ts'
import { descend } from '../read/inside-node.ts'
import { missingLink } from './missing-link.ts'
import { longerPath, type NamedPath, type ParsedPath, parsePath } from './parse-path.ts'
import type { PathReader } from './path-reader.ts'

/** The node that a path leads to. */
export interface ResolvedPath extends Pick<ParsedPath, 'namespace' | 'rootBase'> {
  readonly cid: CID
  /** The rest of the path inside the node, which most commands ignore; empty for a path that ends at a node. */
  readonly remainder: readonly string[]
  /** The last path component as sent: a name, or the text of the CID. */
  readonly name: string
}

export interface ResolveOptions extends AbortOptions {
  /** True lets the path continue into the fields of a dag-pb node when no link has the name. */
  readonly inside?: boolean | undefined
}

/**
 * Resolves a path: a mutable name first, then directories and shards by name, and nodes of other codecs by key and
 * index, from link to link. A path that ends at a value inside a node resolves to that node.
 *
 * Throws what {@link parsePath} throws, and `not-found` for a missing link or block. Spec: RPC document, paths;
 * error texts of its reference implementation.
 */
export async function resolvePath(
  blocks: PathReader,
  path: string,
  { inside = false, signal }: ResolveOptions = {},
): Promise<ResolvedPath> {
  const parsed = parsePath(path)
  const content = parsed.namespace === 'ipns' ? await followName(blocks, parsed, { signal }) : parsed
  const { root, names, namespace, rootBase } = content
  let place: Place = { cid: root, names, remainder: [] }
  while (place.names.length > 0) place = await step(blocks, place, { inside, signal })
  const name = parsed.names.at(-1) ?? parsed.rootText
  return { cid: place.cid, remainder: place.remainder, name, namespace, rootBase }
}

/**
 * Replaces the mutable name of a path by the content path that it resolves to. Throws `unsupported` without a
 * resolver.
 */
async function followName(
  { resolveName }: PathReader,
  { rootText, names }: NamedPath,
  options: AbortOptions,
): Promise<ParsedPath> {
  if (!resolveName) throw new DomainError('unsupported', 'Cannot resolve name: this node resolves no names')
  const { path } = await resolveName(rootText, options)
  const content = parsePath(longerPath(path, names))
  if (content.namespace !== 'ipns') return content
  throw new TypeError('Cannot follow name: it leads to another name')
}

/** Resolves several paths in order. Throws the first error. */
export async function resolvePaths(
  blocks: PathReader,
  paths: readonly string[],
  options: AbortOptions = {},
): Promise<ResolvedPath[]> {
  const resolved: ResolvedPath[] = []
  for (const path of paths) resolved.push(await resolvePath(blocks, path, options))
  return resolved
}

/** A node on the path with the names still to resolve; or the last node, with the rest of the path inside it. */
interface Place {
  readonly cid: CID
  readonly names: readonly string[]
  readonly remainder: readonly string[]
}

async function step(
  blocks: BlockReader,
  { cid, names }: Place,
  { inside, signal }: ResolveOptions,
): Promise<Place> {
  const [name = '', ...rest] = names
  if (cid.code === RAW_CODEC) throw missingLink(name, cid)
  if (cid.code === DAG_PB_CODEC) {
    const found = await findLink(blocks, cid, { name, signal })
    if (found) return { cid: found, names: rest, remainder: [] }
    if (!inside) throw missingLink(name, cid)
  }
  const node = decodeBlock(cid, await loadBlock(blocks, cid, { signal }))
  const { link, unused, missing } = descend(cid, node, names)
  if (missing !== undefined) throw missingLink(missing, cid)
  return link ? { cid: link, names: unused, remainder: [] } : { cid, names: [], remainder: names }
}
