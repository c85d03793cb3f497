import { CID } from '../../../codec/cid/cid.ts'
import { hasherFor } from '../../../codec/cid/hashers.ts'
import { type DagValue, isList } from '../../../codec/ipld/dag-value.ts'
import { DomainError } from '../../../errors.ts'

/**
 * One node of a Merkle search tree: keys in ascending order, their values, and the subtrees before, between and
 * after the keys, one more than keys. `null` is an empty subtree.
 */
export interface TreeNode<Below = CID | null> {
  readonly keys: readonly string[]
  readonly values: readonly CID[]
  readonly below: readonly Below[]
}

const ENCODER = new TextEncoder()
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Limits on the bytes of a key and the keys of a node, far above what hashing produces. */
const MAX_KEY_BYTES = 1024
const MAX_KEYS = 4096

/**
 * The level of a key: the number of pairs of leading zero bits of its sha2-256, so that one key in four is on the
 * next higher level. Positions depend on the keys alone, so equal sets of keys give equal trees.
 */
export async function levelOfKey(key: string): Promise<number> {
  const digest = await hasherFor('sha2-256')?.digest(ENCODER.encode(key))
  let level = 0
  for (const byte of digest ?? []) {
    if (byte === 0) {
      level += 4
      continue
    }
    return level + ((Math.clz32(byte) - 24) >> 1)
  }
  return level
}

/** The first index in a node whose key is not below `key`; the number of keys when all are below. */
export function placeOf(keys: readonly string[], key: string): number {
  const at = keys.findIndex((held) => held >= key)
  return at < 0 ? keys.length : at
}

/**
 * Encodes a node. Each key omits the prefix that it shares with the key before. Format: the repository trees of the
 * AT protocol, version 3.
 */
export function treeNodeValue({ keys, values, below }: TreeNode): DagValue {
  let before = ''
  const entries = keys.map((key, at): DagValue => {
    const shared = sharedLength(before, key)
    before = key
    return new Map<string, DagValue>([
      ['k', ENCODER.encode(key.slice(shared))],
      ['p', BigInt(shared)],
      ['t', below[at + 1] ?? null],
      ['v', values[at] ?? null],
    ])
  })
  return new Map<string, DagValue>([
    ['e', entries],
    ['l', below[0] ?? null],
  ])
}

/** Decodes a node of {@link treeNodeValue}. Throws `corrupt` for anything else, also for keys out of order. */
export function readTreeNode(value: DagValue): TreeNode {
  const entries = field(value, 'e')
  if (!isList(entries) || entries.length > MAX_KEYS) throw corrupt('no list of entries')
  const keys: string[] = []
  const values: CID[] = []
  const below: (CID | null)[] = [linkOrNull(field(value, 'l'))]
  let before = ''
  for (const entry of entries) {
    const key = before.slice(0, sharedOf(entry, before)) + suffixOf(entry)
    if (key <= before || key.length > MAX_KEY_BYTES) throw corrupt('keys out of order')
    const target = linkOrNull(field(entry, 'v'))
    if (!target) throw corrupt('a key without a value')
    keys.push(key)
    values.push(target)
    below.push(linkOrNull(field(entry, 't')))
    before = key
  }
  return { keys, values, below }
}

function field(value: DagValue, name: string): DagValue {
  const held = value instanceof Map ? value.get(name) : undefined
  if (held === undefined) throw corrupt(`no field "${name}"`)
  return held
}

function sharedOf(entry: DagValue, before: string): number {
  const shared = field(entry, 'p')
  if (typeof shared !== 'bigint' || shared < 0n || shared > before.length)
    throw corrupt('a prefix out of range')
  return Number(shared)
}

function suffixOf(entry: DagValue): string {
  const suffix = field(entry, 'k')
  if (!(suffix instanceof Uint8Array)) throw corrupt('a key that is no byte string')
  try {
    return DECODER.decode(suffix)
  } catch (cause) {
    throw corrupt('a key that is not UTF-8', cause)
  }
}

function linkOrNull(value: DagValue): CID | null {
  if (value === null) return null
  const link = CID.asCID(value)
  if (!link) throw corrupt('no link where one belongs')
  return link
}

function sharedLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  return at
}

function corrupt(message: string, cause?: unknown): DomainError {
  return new DomainError('corrupt', `Cannot read node of a search tree: ${message}`, { cause })
}
