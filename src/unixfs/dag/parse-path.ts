import { type CID, parseCid } from '../../codec/cid/cid.ts'
import { type MultibaseCodec, multibaseOf } from '../../codec/cid/multibase.ts'
import { DomainError, isDomainError } from '../../errors.ts'
import { MAX_PATH_SEGMENTS } from '../directory/entry-path.ts'

/** A parsed content path, not resolved yet. */
export interface ParsedPath {
  /** `ipld` for a path under `/ipld/`; `ipfs` for `/ipfs/`, `/cas/` and a bare CID. */
  readonly namespace: 'ipfs' | 'ipld'
  readonly root: CID
  readonly rootText: string
  /** The multibase of the root's text; absent for version 0. */
  readonly rootBase: MultibaseCodec<string> | undefined
  /** At most 1,024 path components, none of them empty, `.` or `..`. */
  readonly names: readonly string[]
}

/** Longest part of a path that an error quotes. */
const MAX_QUOTED_CHARACTERS = 1024

/** The scheme of a native URI: `ipfs://<cid>/a` and `ipfs:<cid>/a` mean `/ipfs/<cid>/a`. */
const SCHEME = /^(ipfs|ipns|ipld|cas|nms):(?:\/\/)?/i

/** A path in which a native URI is written as a path: `/ipfs/<cid>/a` for `ipfs://<cid>/a`. */
export function plainPath(path: string): string {
  return path.replace(SCHEME, (_, scheme: string) => `/${scheme.toLowerCase()}/`)
}

/** A path that begins with a mutable name. */
export interface NamedPath {
  readonly namespace: 'ipns'
  /** The name as written, not validated: a peer id in any spelling, a domain name, or neither. */
  readonly rootText: string
  /** Like the names of {@link ParsedPath}. */
  readonly names: readonly string[]
}

/**
 * Parses `/ipfs/<cid>/a/b`, the same under `/cas/` and `/ipld/`, `ipfs://<cid>/a/b`, or a bare `<cid>/a/b`; and
 * `/ipns/<name>/a/b` in all these forms except the bare one. Does not validate the name. Repeated slashes count as
 * one.
 *
 * Throws `invalid-argument` for an invalid path and for over 1,024 segments. Spec: RPC document, paths; error texts
 * of its reference implementation.
 */
export function parsePath(path: string): ParsedPath | NamedPath {
  const scheme = SCHEME.exec(path)
  const isBare = !scheme && !path.startsWith('/')
  const segments = path
    .slice(scheme?.[0].length)
    .split('/')
    .filter((segment) => segment !== '')
  if (scheme) segments.unshift(scheme[1]?.toLowerCase() ?? '')
  else if (isBare) segments.unshift('ipfs')
  const [namespace = '', rootText, ...rest] = isBare ? segments : cleaned(path, segments, { isBare })
  if (rootText === undefined) throw badPath(path, 'not enough path components')
  if (namespace === 'ipns' || namespace === 'nms') {
    return { namespace: 'ipns', rootText, names: rest }
  }
  if (namespace !== 'ipfs' && namespace !== 'cas' && namespace !== 'ipld') {
    throw badPath(path, `unknown namespace ${JSON.stringify(namespace)}`)
  }
  const root = readRoot(path, rootText, { isBare })
  return {
    namespace: namespace === 'ipld' ? 'ipld' : 'ipfs',
    root,
    rootText,
    rootBase: root.version === 0 ? undefined : multibaseOf(rootText),
    names: isBare ? cleaned(path, rest, { isBare }) : rest,
  }
}

function readRoot(path: string, text: string, { isBare }: { readonly isBare: boolean }): CID {
  try {
    return parseCid(text)
  } catch (error) {
    if (!isDomainError(error)) throw error
    const where = isBare ? '' : 'invalid CID: '
    const hint = text.length === 46 && text.startsWith('qm') ? LOWER_CASE_HINT : ''
    throw badPath(path, `${where}${error.message}${hint}`)
  }
}

const LOWER_CASE_HINT =
  ' (possible lowercased CIDv0; consider converting to a case-agnostic CIDv1, such as base32)'

/**
 * Cleans segments like the reference implementation: drops `.`, and `..` removes the segment before it. Throws where
 * `..` has none before it, if it would lead above the root of a bare path.
 */
function cleaned(path: string, segments: readonly string[], { isBare }: { readonly isBare: boolean }) {
  if (segments.length > MAX_PATH_SEGMENTS + 2)
    throw badPath(path, `over ${MAX_PATH_SEGMENTS} path components`)
  const names: string[] = []
  for (const segment of segments) {
    if (segment === '.') continue
    if (segment !== '..') names.push(segment)
    else if (names.pop() === undefined && isBare) throw badPath(path, 'not enough path components')
  }
  return names
}

/** A path with more names behind it. */
export function longerPath(path: string, names: readonly string[]): string {
  return names.length === 0 ? path : [path.replace(/\/+$/, ''), ...names].join('/')
}

function badPath(path: string, reason: string): DomainError {
  return new DomainError('invalid-argument', `invalid path ${quote(path)}: ${reason}`)
}

function quote(path: string): string {
  return JSON.stringify(path.slice(0, MAX_QUOTED_CHARACTERS))
}
