import { encodeUnixfs } from '../../codec/dag-pb/encode-unixfs.ts'
import type { UnixfsNode } from '../../codec/dag-pb/unixfs.ts'
import type { Sharding } from '../dag/dag-shape.ts'
import type { NodeWriter, WrittenNode } from '../layout/node-writer.ts'
import { type Directory, nodeOf } from './directory-tree.ts'
import { type Entry, entryLink } from './entry-link.ts'
import { writeShards } from './write-shards.ts'

/**
 * Writes a directory of those children that are written: one node, or shards when it has more bytes or more
 * entries than the shape allows to one node. Spec: UnixFS, basic and HAMT-sharded directories.
 */
export async function writeDirectory(nodes: NodeWriter, directory: Directory): Promise<WrittenNode> {
  const entries: Entry[] = []
  for (const [name, entry] of directory.entries) {
    const node = nodeOf(entry)
    if (node) entries.push({ cid: node.cid, sizeBytes: node.sizeBytes, name })
  }
  const unixfs: UnixfsNode = { type: 'directory', ...directory.metadata }
  const { sharding } = nodes.shape
  if (entries.length > sharding.maxLinks || sizeOf(entries, unixfs, sharding) > sharding.thresholdBytes) {
    return writeShards(nodes, entries, directory.metadata)
  }
  return nodes.dagPb(
    unixfs,
    entries.map((entry) => entryLink(entry.name, entry)),
  )
}

/** Bytes of names and CIDs, or all those of the block, reckoned without making it. */
function sizeOf(entries: readonly Entry[], unixfs: UnixfsNode, { estimate }: Sharding): number {
  const sizeOfLink = estimate === 'links' ? bytesOfLink : encodedBytesOfLink
  const around = estimate === 'links' ? 0 : fieldBytes(encodeUnixfs(unixfs).byteLength)
  return entries.reduce((sum, entry) => sum + sizeOfLink(entry), around)
}

function bytesOfLink({ name, cid }: Entry): number {
  return encoder.encode(name).byteLength + cid.bytes.byteLength
}

/** Hash, name and cumulative size, each a field of a link, which is a field of the node. */
function encodedBytesOfLink({ name, cid, sizeBytes }: Entry): number {
  const nameBytes = encoder.encode(name).byteLength
  return fieldBytes(fieldBytes(cid.bytes.byteLength) + fieldBytes(nameBytes) + 1 + varintBytes(sizeBytes))
}

/** A protobuf field of that many bytes: its tag and its length stand before it. */
function fieldBytes(length: number): number {
  return 1 + varintBytes(length) + length
}

function varintBytes(value: number): number {
  let bytes = 1
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) bytes += 1
  return bytes
}

const encoder = new TextEncoder()
