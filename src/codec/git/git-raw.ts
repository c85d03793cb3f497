import { DomainError, isDomainError } from '../../errors.ts'
import { joinBytes } from '../bytes/bytes.ts'
import { CID } from '../cid/cid.ts'
import type { DecodeOptions } from '../dag-cbor/decode-dag-cbor.ts'
import type { DagValue } from '../ipld/dag-value.ts'
import { decodeCommit, encodeCommit } from './commit.ts'
import { gitRefusal, unreadable } from './fields.ts'
import { createTextLines } from './lines.ts'
import { decodeTag, encodeTag } from './tag.ts'
import { decodeTree, encodeTree } from './tree.ts'

const ENCODER = new TextEncoder()
const MAX_HEADER_BYTES = 32
const TYPES: readonly string[] = ['blob', 'tree', 'commit', 'tag']

/**
 * Decodes an uncompressed git object with its header: a blob to its bytes, including the header; a tree to a
 * map from name to `mode` and `hash`; a commit and a tag to their fields. Throws `corrupt` for other bytes.
 *
 * Spec: git-raw codec, with the fields of the reference.
 */
export function decodeGitRaw(bytes: Uint8Array, { lossy = false }: DecodeOptions = {}): DagValue {
  const start = bytes.subarray(0, MAX_HEADER_BYTES)
  const end = start.indexOf(0)
  const [, type, size] = /^(blob|tree|commit|tag) (\d{1,9})$/.exec(ascii(start.subarray(0, end))) ?? []
  if (end < 0 || type === undefined) throw badHeader(ascii(start))
  const content = bytes.subarray(end + 1)
  if (content.byteLength !== Number(size)) throw unreadable('the size in its header is wrong')
  if (type === 'blob') return bytes
  if (type === 'tree') return decodeTree(content, { lossy })
  const lines = createTextLines(content, { lossy })
  return type === 'commit' ? decodeCommit(lines) : decodeTag(lines)
}

/** The error for bytes without the header of an object. That for an unknown type is in the reference's words. */
function badHeader(start: string): DomainError {
  const [, word] = /^([^ ]*) /.exec(start) ?? []
  const isKnown = word === undefined || TYPES.includes(word)
  if (isKnown) return unreadable('no header of a git object')
  return new DomainError('corrupt', `unrecognized object type: ${JSON.stringify(word)}`)
}

/**
 * Encodes a value that {@link decodeGitRaw} returns. Entries of trees are sorted as git does. Throws
 * `invalid-argument` for any other value.
 */
export function encodeGitRaw(value: DagValue): Uint8Array {
  if (value instanceof Uint8Array) {
    if (!isBlob(value)) throw gitRefusal('the bytes are no blob with its header')
    return value
  }
  if (!(value instanceof Map)) throw gitRefusal('neither bytes nor a map')
  if (CID.asCID(value.get('tree'))) return object('commit', ENCODER.encode(encodeCommit(value)))
  if (CID.asCID(value.get('object'))) return object('tag', ENCODER.encode(encodeTag(value)))
  return object('tree', encodeTree(value))
}

function isBlob(bytes: Uint8Array): boolean {
  try {
    return decodeGitRaw(bytes, { lossy: true }) === bytes
  } catch (error) {
    if (isDomainError(error)) return false
    throw error
  }
}

function object(type: string, content: Uint8Array): Uint8Array {
  return joinBytes([ENCODER.encode(`${type} ${content.byteLength}\0`), content])
}

function ascii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}
