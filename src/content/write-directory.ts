import { nameHash } from '../codec/name-hash.ts'
import { DomainError } from '../errors.ts'
import { type Directory, nodeOf } from './directory-tree.ts'
import type { Metadata } from './file-builder.ts'
import type { NodeWriter, WrittenNode } from './node-writer.ts'
import { SHARD_HASH_CODE } from './shard.ts'

/** The slots of one shard: a byte of the name's hash for each level, and at most as many levels as bytes. */
const FANOUT = 256
const MAX_SHARD_DEPTH = 8

interface Entry extends WrittenNode {
  readonly name: string
}

/**
 * Writes a directory whose children are written: one node, or shards when its names and CIDs have more
 * bytes than the shape's threshold. Spec: UnixFS, basic and HAMT-sharded directories.
 */
export async function writeDirectory(nodes: NodeWriter, directory: Directory): Promise<WrittenNode> {
  const entries: Entry[] = []
  let sizeBytes = 0
  for (const [name, entry] of directory.entries) {
    const node = nodeOf(entry)
    if (node === undefined) continue
    entries.push({ ...node, name })
    sizeBytes += encoder.encode(name).byteLength + node.cid.bytes.byteLength
  }
  if (sizeBytes <= nodes.shape.shardThresholdBytes) {
    return nodes.dagPb(
      { type: 'directory', ...directory.metadata },
      entries.map((entry) => link(entry.name, entry)),
    )
  }
  const hashed = await Promise.all(
    entries.map(async (entry) => ({ entry, hash: await nameHash(entry.name) })),
  )
  return writeShard(nodes, hashed, { depth: 0, metadata: directory.metadata })
}

interface Hashed {
  readonly entry: Entry
  readonly hash: Uint8Array
}

async function writeShard(
  nodes: NodeWriter,
  entries: readonly Hashed[],
  { depth, metadata = {} }: { readonly depth: number; readonly metadata?: Metadata },
): Promise<WrittenNode> {
  if (depth === MAX_SHARD_DEPTH) throw new DomainError('too-large', 'sharded directory too deep')
  const slots = Map.groupBy(entries, ({ hash }) => hash[depth] ?? 0)
  const links = []
  for (const [slot, inSlot] of [...slots].sort(([a], [b]) => a - b)) {
    const prefix = slot.toString(16).toUpperCase().padStart(2, '0')
    const [only] = inSlot
    if (inSlot.length === 1 && only) links.push(link(prefix + only.entry.name, only.entry))
    else links.push(link(prefix, await writeShard(nodes, inSlot, { depth: depth + 1 })))
  }
  const data = bitField(slots.keys())
  return nodes.dagPb(
    { type: 'hamt-shard', data, hashType: SHARD_HASH_CODE, fanout: FANOUT, ...metadata },
    links,
  )
}

/** One bit for each used slot, as a big-endian number without leading zero bytes. */
function bitField(slots: Iterable<number>): Uint8Array {
  const bits = new Uint8Array(FANOUT / 8)
  for (const slot of slots) {
    const at = bits.length - 1 - (slot >>> 3)
    bits[at] = (bits[at] ?? 0) | (1 << (slot & 7))
  }
  return bits.subarray(bits.findIndex((byte) => byte !== 0))
}

function link(name: string, { cid, sizeBytes }: WrittenNode) {
  return { Hash: cid, Name: name, Tsize: sizeBytes }
}

const encoder = new TextEncoder()
