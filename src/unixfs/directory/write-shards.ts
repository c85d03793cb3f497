import type { PBLink } from '../../codec/dag-pb/dag-pb.ts'
import { nameHash } from '../../codec/dag-pb/name-hash.ts'
import { DomainError } from '../../errors.ts'
import { mapOrdered } from '../../streams/map-ordered.ts'
import type { Metadata } from '../add/metadata.ts'
import type { NodeWriter, WrittenNode } from '../layout/node-writer.ts'
import { entryLink, type NamedNode } from './entry-link.ts'
import { SHARD_HASH_CODE, type ShardLayout, shardSlot, slotName } from './shard.ts'

/** Shards that are written concurrently below each shard. */
const WRITE_CONCURRENCY = 8

/** Names that are hashed before other writers have their turn, as if they were one block. */
const NAMES_A_TURN = 32

/** An entry with the hash of its name. */
export interface Hashed {
  readonly entry: NamedNode
  readonly hash: Uint8Array
}

interface ShardOptions {
  readonly depth: number
  readonly metadata?: Metadata
}

/**
 * Writes a sharded directory; its root has the metadata. Throws `too-large` when the hashes of two names are equal.
 * Spec: UnixFS, HAMT-sharded directories.
 */
export async function writeShards(
  nodes: NodeWriter,
  entries: readonly NamedNode[],
  metadata: Metadata,
): Promise<WrittenNode> {
  const hashed: Hashed[] = []
  for (const [at, entry] of entries.entries()) {
    if (at % NAMES_A_TURN === 0) await giveWay(nodes)
    hashed.push({ entry, hash: await nameHash(entry.name) })
  }
  return writeShard(nodes, hashed, { depth: 0, metadata })
}

/** Writes the shard at `depth` with all of its descendants; the root has depth 0. */
export async function writeShard(
  nodes: NodeWriter,
  entries: readonly Hashed[],
  { depth, metadata = {} }: ShardOptions,
): Promise<WrittenNode> {
  const { fanout, layout } = nodes.shape.sharding
  const slots = Map.groupBy(entries, ({ hash }) => shardSlot(hash, depth, layout) ?? tooDeep())
  const used = [...slots].sort(([a], [b]) => a - b)
  const written = mapOrdered(used, {
    concurrency: WRITE_CONCURRENCY,
    transform: async ([slot, inSlot]) => {
      const prefix = slotName(slot, layout)
      const [only] = inSlot
      if (inSlot.length === 1 && only) return entryLink(prefix + only.entry.name, only.entry)
      return entryLink(prefix, await writeShard(nodes, inSlot, { depth: depth + 1 }))
    },
  })
  const links = []
  for await (const link of written) links.push(link)
  return writeShardNode(nodes, links, { fanout, layout, metadata })
}

export interface ShardNodeOptions {
  readonly fanout: number
  readonly layout: ShardLayout
  /** Set for the root only. */
  readonly metadata?: Metadata | undefined
}

/** Writes one shard. The names of its links begin with their slots. */
export function writeShardNode(
  nodes: NodeWriter,
  links: readonly PBLink[],
  { fanout, layout, metadata }: ShardNodeOptions,
): Promise<WrittenNode> {
  const slots = links.map(({ Name = '' }) => Number.parseInt(Name.slice(0, layout.prefixLength), 16))
  const data = bitField(slots, fanout)
  return nodes.dagPb({ type: 'hamt-shard', data, hashType: SHARD_HASH_CODE, fanout, ...metadata }, links)
}

/** Encodes the used slots as bits of a big-endian number without leading zero bytes. */
function bitField(slots: Iterable<number>, fanout: number): Uint8Array {
  const bits = new Uint8Array(fanout / 8)
  for (const slot of slots) {
    const at = bits.length - 1 - (slot >>> 3)
    bits[at] = (bits[at] ?? 0) | (1 << (slot & 7))
  }
  return bits.subarray(bits.findIndex((byte) => byte !== 0))
}

/** Waits in the line of the writers for no room at all. */
async function giveWay(nodes: NodeWriter): Promise<void> {
  const release = await nodes.takeRoom(0)
  release()
}

function tooDeep(): never {
  throw new DomainError('too-large', 'sharded directory too deep')
}
