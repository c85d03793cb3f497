import type { CID } from '../../../codec/cid/cid.ts'

/** The kind of a want: the bytes of a block, or whether the other side has it. */
export type WantKind = 'block' | 'have'

/** An entry of a wantlist. Spec: Bitswap 1.2.0, message `Wantlist.Entry`. */
export interface WantEntry {
  readonly cid: CID
  /** Higher is more urgent. */
  readonly priority: number
  readonly kind: WantKind
  /** Asks for an answer also when the block is absent. */
  readonly sendDontHave: boolean
  /** True withdraws an earlier want of this CID. The other fields then have no meaning. */
  readonly isCancel: boolean
}

/** The bytes of a block with the prefix of its CID: version, codec, hash function and digest length. */
export interface WireBlock {
  /** Absent in messages of version 1.0.0, whose blocks all have CIDs of version 0. */
  readonly prefix?: Uint8Array | undefined
  readonly data: Uint8Array
}

/** Says whether the sender has a block. */
export interface Presence {
  readonly cid: CID
  readonly isHeld: boolean
}

/** One message between two peers. Spec: Bitswap 1.2.0, "Wire format". */
export interface BitswapMessage {
  readonly wants: readonly WantEntry[]
  /** True when `wants` replaces the wantlist that was sent before. */
  readonly isFull: boolean
  readonly blocks: readonly WireBlock[]
  readonly presences: readonly Presence[]
}

/** Versions from the newest. Only the first knows presences and wants of kind `have`. */
export const PROTOCOLS = [
  '/ipfs/bitswap/1.2.0',
  '/ipfs/bitswap/1.1.0',
  '/ipfs/bitswap/1.0.0',
  '/ipfs/bitswap',
] as const

/** The features of the protocol of a stream. */
export interface ProtocolFeatures {
  /** Presences, and wants that ask for them. */
  readonly hasPresences: boolean
  /** Blocks of all CIDs. Otherwise all blocks have CIDs of version 0. */
  readonly hasPrefixes: boolean
}

export function featuresOf(protocol: string): ProtocolFeatures {
  const hasPresences = protocol === PROTOCOLS[0]
  return { hasPresences, hasPrefixes: hasPresences || protocol === PROTOCOLS[1] }
}

/** Maximum size of a message in either direction: the limit of the reference implementation. */
export const MAX_BITSWAP_BYTES = 4 * 1024 * 1024

/**
 * Limits on the items of one received message, beyond which it is refused. Each item costs a hash or a lookup. A
 * well-behaved peer sends a few thousand at most.
 */
export const MAX_BLOCKS = 8192
export const MAX_PRESENCES = 32_768

/** Maximum number of wants that are read from one message. The rest is skipped: the list of wants would not keep it. */
export const MAX_WANTS = 16_384
