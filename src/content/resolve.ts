import { type CID, DAG_PB_CODEC, parseCid, RAW_CODEC } from '../codec/cid.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { MAX_PATH_SEGMENTS } from './entry-path.ts'
import { findLink } from './find-link.ts'
import type { BlockReader } from './load-block.ts'

/** Where a path leads. */
export interface ResolvedPath {
  readonly cid: CID
  /** What is left of the path inside the node; empty for a path that ends at a node. */
  readonly remainder: readonly string[]
  /** The last component as it was given: a name, or the text of the CID. */
  readonly name: string
}

/** Longest part of a path that an error repeats. */
const MAX_QUOTED_CHARACTERS = 1024

/**
 * Follows `/ipfs/<cid>/a/b`, the same under `/cas/` and `/ipld/`, or a bare `<cid>/a/b`, through directories
 * and shards.
 *
 * Throws `invalid-argument` for a path that does not parse or has over 1,024 segments, `not-found` for a
 * missing link or block, `unsupported` for names and for nodes that have no names inside. Spec: RPC
 * document, paths; its reference implementation's error texts.
 */
export async function resolvePath(
  blocks: BlockReader,
  path: string,
  options: AbortOptions = {},
): Promise<ResolvedPath> {
  const { root, names, rootText } = parsePath(path)
  let cid = root
  for (const name of names) cid = await step(blocks, cid, { name, ...options })
  return { cid, remainder: [], name: names.at(-1) ?? rootText }
}

/** {@link resolvePath} for several paths in their order: the first that fails is the error. */
export async function resolvePaths(
  blocks: BlockReader,
  paths: readonly string[],
  options: AbortOptions = {},
): Promise<ResolvedPath[]> {
  const resolved: ResolvedPath[] = []
  for (const path of paths) resolved.push(await resolvePath(blocks, path, options))
  return resolved
}

async function step(
  blocks: BlockReader,
  cid: CID,
  { name, signal }: AbortOptions & { readonly name: string },
): Promise<CID> {
  if (cid.code !== DAG_PB_CODEC && cid.code !== RAW_CODEC) {
    throw new DomainError('unsupported', 'expected protobuf dag node')
  }
  const found = cid.code === DAG_PB_CODEC ? await findLink(blocks, cid, { name, signal }) : undefined
  if (found === undefined) {
    throw new DomainError('not-found', `no link named ${JSON.stringify(name)} under ${cid}`)
  }
  return found
}

interface ParsedPath {
  readonly root: CID
  readonly rootText: string
  readonly names: readonly string[]
}

function parsePath(path: string): ParsedPath {
  const isBare = !path.startsWith('/')
  const [namespace = '', rootText = '', ...rest] = isBare
    ? ['ipfs', ...path.split('/')]
    : path.slice(1).split('/')
  if (!isBare && !path.slice(1).includes('/')) throw badPath(path, 'not enough path components')
  if (namespace === 'ipns' || namespace === 'nms') {
    throw new DomainError('unsupported', `Cannot resolve ${quote(path)}: names are not served yet`)
  }
  if (namespace !== 'ipfs' && namespace !== 'cas' && namespace !== 'ipld') {
    throw badPath(path, `unknown namespace ${JSON.stringify(namespace)}`)
  }
  if (rootText === '' && !isBare) throw badPath(path, 'not enough path components')
  return { root: readRoot(path, rootText), rootText, names: cleanNames(path, rest) }
}

function readRoot(path: string, text: string): CID {
  try {
    return parseCid(text)
  } catch (error) {
    if (!isDomainError(error)) throw error
    const where = path.startsWith('/') ? 'invalid CID: ' : ''
    const hint = text.length === 46 && text.startsWith('qm') ? LOWER_CASE_HINT : ''
    throw badPath(path, `${where}${error.message}${hint}`)
  }
}

const LOWER_CASE_HINT =
  ' (possible lowercased CIDv0; consider converting to a case-agnostic CIDv1, such as base32)'

/** As the reference implementation cleans paths: without empty and `.` segments, `..` taking back a name. */
function cleanNames(path: string, segments: readonly string[]): readonly string[] {
  if (segments.length > MAX_PATH_SEGMENTS) throw badPath(path, `over ${MAX_PATH_SEGMENTS} path components`)
  const names: string[] = []
  for (const segment of segments) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') names.push(segment)
    else if (names.pop() === undefined) throw badPath(path, 'not enough path components')
  }
  return names
}

function badPath(path: string, reason: string): DomainError {
  return new DomainError('invalid-argument', `invalid path ${quote(path)}: ${reason}`)
}

function quote(path: string): string {
  return JSON.stringify(path.slice(0, MAX_QUOTED_CHARACTERS))
}
