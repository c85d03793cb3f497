import type { UnixfsNode } from '../../codec/dag-pb/unixfs.ts'
import { DomainError } from '../../errors.ts'

/** Layout parameters of one sharded directory. */
export interface ShardLayout {
  /** Bits of the name's hash that one level uses. */
  readonly bits: number
  /**
   * Hexadecimal digits of the slot at the start of each link name. A link whose name is only these leads to a
   * shard.
   */
  readonly prefixLength: number
}

/** Bits in the hash of a name, and so the maximum number of levels. */
const HASH_BITS = 64
const MAX_BITS = 10

/** Multicodec number of the only supported hash of names. */
export const SHARD_HASH_CODE = 0x22

/**
 * Reads the layout of a shard. Throws `corrupt` for an unsupported fanout or hash. Spec: UnixFS, HAMT-sharded
 * directories.
 */
export function shardLayout({ fanout = 0, hashType }: UnixfsNode): ShardLayout {
  const bits = Math.log2(fanout)
  if (!Number.isInteger(bits) || bits < 1 || bits > MAX_BITS) {
    throw new DomainError('corrupt', `hamt size should be a power of two, got: ${fanout}`)
  }
  if (hashType !== undefined && hashType !== SHARD_HASH_CODE) {
    throw new DomainError('corrupt', 'only murmur3 support as hash function')
  }
  return { bits, prefixLength: (fanout - 1).toString(16).length }
}

/** The slot of a hashed name at a level; the root is level 0. `undefined` below the last level. */
export function shardSlot(hash: Uint8Array, level: number, { bits }: ShardLayout): number | undefined {
  const end = (level + 1) * bits
  if (end > HASH_BITS) return undefined
  let number = 0
  for (let at = (end - bits) >>> 3; at < end >>> 3; at += 1) number = number * 256 + (hash[at] ?? 0)
  const left = end & 7
  if (left > 0) number = number * 256 + (hash[end >>> 3] ?? 0)
  return (number >>> (left > 0 ? 8 - left : 0)) & ((1 << bits) - 1)
}

/** A slot as the prefix of a link name. */
export function slotName(slot: number, { prefixLength }: ShardLayout): string {
  return slot.toString(16).toUpperCase().padStart(prefixLength, '0')
}

/** The prefix of a hashed name's link at a level; the root is level 0. `undefined` below the last level. */
export function slotPrefix(hash: Uint8Array, level: number, layout: ShardLayout): string | undefined {
  const slot = shardSlot(hash, level, layout)
  return slot === undefined ? undefined : slotName(slot, layout)
}
