import type { Hasher } from '../../codec/cid/hashers.ts'
import { hasherForNew } from '../../codec/cid/multihash.ts'
import { DomainError } from '../../errors.ts'
import { type CidProfile, cidProfile, type SizeEstimate } from '../add/cid-profiles.ts'
import { type ShardLayout, shardLayout } from '../directory/shard.ts'

/** Parameters that determine the CIDs of added content. Defaults are those of `/add`. */
export interface DagOptions {
  /** Name of a {@link cidProfile}, which applies where no other option is set. */
  readonly profile?: string | undefined
  /** Text for `parseChunker`; when absent or empty, the profile's. */
  readonly chunker?: string | undefined
  /** 0 or 1; unset means 0, or 1 when the hash is not sha2-256. */
  readonly cidVersion?: number | undefined
  /** Leaves without a UnixFS node; unset means true from CID version 1 on. */
  readonly rawLeaves?: boolean | undefined
  /** Name of the multihash function; sha2-256 when absent. */
  readonly hash?: string | undefined
  /** Blocks of at most {@link DagOptions.inlineLimit} bytes become identity CIDs. */
  readonly inline?: boolean | undefined
  /** Bytes; 32 when absent. */
  readonly inlineLimit?: number | undefined
  /** Use the trickle layout instead of the balanced one. */
  readonly trickle?: boolean | undefined
  /** Maximum number of children of a file node, 2 to 65536; 174 when absent or not positive. */
  readonly maxFileLinks?: number | undefined
  /** A directory with more entries is sharded. No limit when absent or not positive. */
  readonly maxDirectoryLinks?: number | undefined
  /** Slots of each shard: a power of two from 8 to 1024; 256 when absent or 0. */
  readonly maxHamtFanout?: number | undefined
  /** How the size is estimated that is compared with the threshold; `links` when absent. */
  readonly sizeEstimate?: SizeEstimate | undefined
  /** A directory with more bytes is sharded; 262144 when absent. */
  readonly shardThresholdBytes?: number | undefined
  /** Shards every directory that is not empty, like `Experimental.ShardingEnabled` in 0.9. */
  readonly alwaysShard?: boolean | undefined
}

/** The owner's defaults, which apply where a call sets no option and no profile. */
export type DagDefaults = Omit<DagOptions, 'inline' | 'inlineLimit' | 'trickle'>

/** When and how directories are sharded. */
export interface Sharding {
  readonly estimate: SizeEstimate
  readonly thresholdBytes: number
  readonly maxLinks: number
  readonly fanout: number
  readonly layout: ShardLayout
}

/** Validated {@link DagOptions}. */
export interface DagShape {
  readonly hasher: Hasher
  readonly cidVersion: 0 | 1
  /** `undefined` when not set. The CID version then decides, and metadata, which raw leaves cannot carry. */
  readonly rawLeaves: boolean | undefined
  /** -1: no block becomes an identity CID. */
  readonly inlineLimit: number
  /** Not parsed yet: an invalid one throws only when the first file comes. */
  readonly chunker: string
  readonly layout: 'balanced' | 'trickle'
  readonly maxFileLinks: number
  readonly sharding: Sharding
}

/** Maximum bytes of an identity CID. */
const MAX_INLINE_BYTES = 128

/**
 * Limits the memory for one parent. A node with more links exceeds the maximum block size, unless the links are
 * inline.
 */
const MAX_FILE_LINKS = 65_536

const DEFAULTS: Omit<CidProfile, 'cidVersion'> = {
  chunker: '',
  maxFileLinks: 174,
  sizeEstimate: 'links',
}

/**
 * Validates options. Throws `invalid-argument` with the reference implementation's texts. Spec: RPC document,
 * `/add`.
 */
export function dagShape(options: DagOptions): DagShape {
  const profile = options.profile === undefined ? undefined : cidProfile(options.profile)
  const hasher = hasherForNew(options.hash?.toLowerCase() ?? 'sha2-256')
  if (hasher === undefined) throw invalid(`unrecognized hash function: ${options.hash?.toLowerCase()}`)
  const cidVersion = options.cidVersion ?? profile?.cidVersion ?? (hasher.name === 'sha2-256' ? 0 : 1)
  if (cidVersion !== 0 && cidVersion !== 1) throw invalid(`unknown CID version: ${cidVersion}`)
  if (cidVersion === 0 && hasher.name !== 'sha2-256') throw invalid('CIDv0 only supports sha2-256')
  const inlineLimit = options.inline ? (options.inlineLimit ?? 32) : -1
  if (inlineLimit > MAX_INLINE_BYTES) {
    throw invalid(`inline-limit ${inlineLimit} exceeds maximum allowed size of ${MAX_INLINE_BYTES} bytes`)
  }
  const { chunker, maxFileLinks, sizeEstimate } = profile ?? DEFAULTS
  return {
    hasher,
    cidVersion,
    rawLeaves: options.rawLeaves ?? profile?.rawLeaves,
    inlineLimit,
    chunker: options.chunker || chunker,
    layout: options.trickle ? 'trickle' : 'balanced',
    maxFileLinks: fileLinks(options.maxFileLinks, maxFileLinks),
    sharding: sharding(options, sizeEstimate),
  }
}

function fileLinks(width: number | undefined, fallback: number): number {
  if (width === undefined || width <= 0) return fallback
  return width <= MAX_FILE_LINKS ? width : refuseFileLinks(width)
}

/** Throws the error for a node of a file with so many links at most. */
export function refuseFileLinks(width: number): never {
  throw invalid(`max-file-links must be from 2 to ${MAX_FILE_LINKS} (got ${width})`)
}

/** Refuses an invalid fanout with the text of the reference implementation. */
function sharding(options: DagOptions, fallback: SizeEstimate): Sharding {
  const { maxDirectoryLinks = 0, maxHamtFanout: fanout = 256, alwaysShard = false } = options
  if (fanout < 8 || fanout > 1024 || !Number.isInteger(Math.log2(fanout))) {
    throw invalid(`HAMT fanout must be a power of 2, between 8 and 1024 (got ${fanout})`)
  }
  return {
    estimate: alwaysShard ? 'links' : (options.sizeEstimate ?? fallback),
    thresholdBytes: alwaysShard ? 0 : (options.shardThresholdBytes ?? 262_144),
    maxLinks: maxDirectoryLinks > 0 ? maxDirectoryLinks : Number.POSITIVE_INFINITY,
    fanout,
    layout: shardLayout({ type: 'hamt-shard', fanout }),
  }
}

function invalid(message: string): DomainError {
  return new DomainError('invalid-argument', message)
}
