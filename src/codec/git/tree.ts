import { compareBytes, joinBytes } from '../bytes/bytes.ts'
import type { DecodeOptions } from '../dag-cbor/decode-dag-cbor.ts'
import { type DagMap, type DagValue, MAX_OBJECTS } from '../ipld/dag-value.ts'
import { digestOf, gitRefusal, linkOfDigest, SHA1_BYTES, unreadable } from './fields.ts'
import { utf8Reader } from './lines.ts'

const ENCODER = new TextEncoder()

/** Mode of a directory entry. */
const DIRECTORY = '40000'

/**
 * Decodes a tree to a map from name to `mode` (octal digits) and `hash` (a link), in the order of the block.
 * Throws `corrupt`.
 */
export function decodeTree(bytes: Uint8Array, options: DecodeOptions): DagMap {
  const read = utf8Reader(options)
  const entries = new Map<string, DagValue>()
  for (let at = 0; at < bytes.byteLength; ) {
    const space = bytes.indexOf(0x20, at)
    const end = space < 0 ? -1 : bytes.indexOf(0, space)
    const next = end + 1 + SHA1_BYTES
    if (end < 0 || next > bytes.byteLength) throw unreadable('an entry of the tree is cut off')
    if (entries.size * 2 >= MAX_OBJECTS) throw unreadable('the tree has too many entries')
    const name = read(bytes.subarray(space + 1, end))
    if (entries.has(name)) throw unreadable('two entries of the tree have the same name')
    const hash = linkOfDigest(bytes.slice(end + 1, next))
    entries.set(
      name,
      new Map<string, DagValue>([
        ['mode', read(bytes.subarray(at, space))],
        ['hash', hash],
      ]),
    )
    at = next
  }
  return entries
}

/** Encodes entries in git's order, which compares the name of a directory as if it ended in `/`. */
export function encodeTree(tree: DagMap): Uint8Array {
  const entries = [...tree].map(([name, entry]) => {
    if (!(entry instanceof Map)) throw gitRefusal('neither a commit, a tag nor a tree')
    const mode = entry.get('mode')
    if (typeof mode !== 'string' || !/^[0-7]{1,6}$/.test(mode))
      throw gitRefusal('the mode of an entry is not octal')
    if (name === '' || /[/\0]/.test(name)) throw gitRefusal('the name of an entry is no file name')
    const order = ENCODER.encode(mode === DIRECTORY ? `${name}/` : name)
    return { head: ENCODER.encode(`${mode} ${name}\0`), digest: digestOf(entry.get('hash')), order }
  })
  entries.sort((a, b) => compareBytes(a.order, b.order))
  return joinBytes(entries.flatMap(({ head, digest }) => [head, digest]))
}
