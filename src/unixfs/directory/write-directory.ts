import { encodeUnixfs } from '../../codec/dag-pb/encode-unixfs.ts'
import type { Metadata } from '../add/metadata.ts'
import type { Sharding } from '../dag/dag-shape.ts'
import type { NodeWriter, WrittenNode } from '../layout/node-writer.ts'
import { type Directory, writtenNodeOf } from './directory-tree.ts'
import { entryLink, type NamedNode } from './entry-link.ts'
import { writeShards } from './write-shards.ts'

/**
 * Writes a directory with those of its children that are written: as one node, or sharded when its size or number
 * of entries exceeds the shape's limits. Spec: UnixFS, basic and HAMT-sharded directories.
 */
export async function writeDirectory(nodes: NodeWriter, directory: Directory): Promise<WrittenNode> {
  const entries: NamedNode[] = []
  for (const [name, entry] of directory.entries) {
    const node = writtenNodeOf(entry)
    if (node) entries.push({ cid: node.cid, sizeBytes: node.sizeBytes, name })
  }
  return writeEntries(nodes, entries, directory.metadata)
}

/**
 * Writes a directory with these entries, as {@link writeDirectory} does. Of equal names, a lookup finds the first, and a
 * sharded directory has only that.
 */
export async function writeEntries(
  nodes: NodeWriter,
  entries: readonly NamedNode[],
  metadata: Metadata,
): Promise<WrittenNode> {
  const size = createDirectorySize(nodes.shape.sharding, metadata)
  for (const entry of entries) size.add(entry)
  if (size.isOver()) return writeShards(nodes, firstOfEachName(entries), metadata)
  return nodes.dagPb(
    { type: 'directory', ...metadata },
    entries.map((entry) => entryLink(entry.name, entry)),
  )
}

function firstOfEachName(entries: readonly NamedNode[]): readonly NamedNode[] {
  const byName = new Map(entries.toReversed().map((entry) => [entry.name, entry]))
  return byName.size === entries.length ? entries : [...byName.values()]
}

/** A number of entries, and what they add to the estimated size of a directory. */
export interface EntriesSize {
  readonly entries: number
  readonly bytes: number
}

/**
 * Counts the entries and estimates the bytes of a directory, by names and CIDs or by the encoded block. Encodes no
 * links.
 */
export interface DirectorySize {
  add(entry: NamedNode): void
  /** Adds entries that were counted before. */
  addCounted(counted: EntriesSize): void
  /** The entries that were added until now, and the bytes of a directory without entries. */
  counted(): EntriesSize
  /** True when the directory exceeds the limits of one node. `besides` adds entries that were not added yet. */
  isOver(besides?: EntriesSize): boolean
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
    addCounted(counted) {
      entries += counted.entries
      bytes += counted.bytes
    },
    counted: () => ({ entries, bytes }),
    isOver: (besides = { entries: 0, bytes: 0 }) =>
      entries + besides.entries > maxLinks || bytes + besides.bytes > thresholdBytes,
  }
}

function bytesOfLink({ name, cid }: NamedNode): number {
  return encoder.encode(name).byteLength + cid.bytes.byteLength
}

/** Encoded bytes of a link: hash, name and cumulative size are fields of the link, which is a field of the node. */
function encodedBytesOfLink({ name, cid, sizeBytes }: NamedNode): number {
  const nameBytes = encoder.encode(name).byteLength
  return fieldBytes(fieldBytes(cid.bytes.byteLength) + fieldBytes(nameBytes) + 1 + varintBytes(sizeBytes))
}

/** Bytes of a protobuf field: its tag, its length and its content. */
function fieldBytes(length: number): number {
  return 1 + varintBytes(length) + length
}

function varintBytes(value: number): number {
  let bytes = 1
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) bytes += 1
  return bytes
}

const encoder = new TextEncoder()
