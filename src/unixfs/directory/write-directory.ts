import { encodeUnixfs } from '../../codec/dag-pb/encode-unixfs.ts'
import type { Metadata } from '../add/metadata.ts'
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
  return writeEntries(nodes, entries, directory.metadata)
}

/** Writes a directory of these entries, each of another name, as {@link writeDirectory} does. */
export async function writeEntries(
  nodes: NodeWriter,
  entries: readonly Entry[],
  metadata: Metadata,
): Promise<WrittenNode> {
  const size = createDirectorySize(nodes.shape.sharding, metadata)
  for (const entry of entries) size.add(entry)
  if (size.isOver()) return writeShards(nodes, entries, metadata)
  return nodes.dagPb(
    { type: 'directory', ...metadata },
    entries.map((entry) => entryLink(entry.name, entry)),
  )
}

/** Counts the entries of a directory and its bytes: names and CIDs, or those of the block, which is not made. */
export interface DirectorySize {
  add(entry: Entry): void
  /** True for more than one node may have, also with the entries and bytes that are known besides those added. */
  isOver(besides?: { readonly entries: number; readonly bytes: number }): boolean
}

export function createDirectorySize(
  { estimate, maxLinks, thresholdBytes }: Sharding,
  metadata: Metadata,
): DirectorySize {
  const sizeOfLink = estimate === 'links' ? bytesOfLink : encodedBytesOfLink
  const unixfs = () => encodeUnixfs({ type: 'directory', ...metadata })
  let bytes = estimate === 'links' ? 0 : fieldBytes(unixfs().byteLength)
  let entries = 0
  return {
    add(entry) {
      entries += 1
      bytes += sizeOfLink(entry)
    },
    isOver: (besides = { entries: 0, bytes: 0 }) =>
      entries + besides.entries > maxLinks || bytes + besides.bytes > thresholdBytes,
  }
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
