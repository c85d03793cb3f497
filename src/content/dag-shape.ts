import { type Hasher, hasherFor } from '../codec/hashers.ts'
import { DomainError } from '../errors.ts'

/** What decides the CIDs of added content, apart from the content. All have the defaults of `/add`. */
export interface DagOptions {
  /** 0 or 1; unset means 0, or 1 when the hash is not sha2-256. */
  readonly cidVersion?: number | undefined
  /** Leaves without a UnixFS envelope; unset means true from CID version 1 on. */
  readonly rawLeaves?: boolean | undefined
  /** Name of the multihash function; sha2-256 when absent. */
  readonly hash?: string | undefined
  /** Blocks of at most {@link DagOptions.inlineLimit} bytes become identity CIDs. */
  readonly inline?: boolean | undefined
  /** In bytes; 32 when absent. */
  readonly inlineLimit?: number | undefined
  /** Widest node of a file; 174 when absent. */
  readonly maxFileLinks?: number | undefined
  /** A directory whose names and CIDs have more bytes than this is sharded; 262144 when absent. */
  readonly shardThresholdBytes?: number | undefined
}

/** {@link DagOptions} read and checked. */
export interface DagShape {
  readonly hasher: Hasher
  readonly cidVersion: 0 | 1
  /** `undefined` when not chosen: then the CID version decides, and metadata, which raw leaves cannot carry. */
  readonly rawLeaves: boolean | undefined
  /** -1: nothing becomes an identity CID. */
  readonly inlineLimit: number
  readonly maxFileLinks: number
  readonly shardThresholdBytes: number
}

/** An identity CID holds no more than this. */
const MAX_INLINE_BYTES = 128

/** Throws `invalid-argument` with the reference implementation's texts. Spec: RPC document, `/add`. */
export function dagShape(options: DagOptions): DagShape {
  const hasher = hasherFor(options.hash ?? 'sha2-256')
  if (hasher === undefined) throw invalid(`unrecognized hash function: ${options.hash}`)
  const cidVersion = options.cidVersion ?? (hasher.name === 'sha2-256' ? 0 : 1)
  if (cidVersion !== 0 && cidVersion !== 1) throw invalid(`unknown CID version: ${cidVersion}`)
  if (cidVersion === 0 && hasher.name !== 'sha2-256') throw invalid('CIDv0 only supports sha2-256')
  const inlineLimit = options.inline ? (options.inlineLimit ?? 32) : -1
  if (inlineLimit > MAX_INLINE_BYTES) {
    throw invalid(`inline-limit ${inlineLimit} exceeds maximum allowed size of ${MAX_INLINE_BYTES} bytes`)
  }
  return {
    hasher,
    cidVersion,
    rawLeaves: options.rawLeaves,
    inlineLimit,
    maxFileLinks: options.maxFileLinks ?? 174,
    shardThresholdBytes: options.shardThresholdBytes ?? 262_144,
  }
}

function invalid(message: string): DomainError {
  return new DomainError('invalid-argument', message)
}
