import { collectBytes } from '../codec/bytes/collect-bytes.ts'
import { MAX_BLOCK_BYTES } from '../codec/dag-pb/dag-pb.ts'
import { DomainError } from '../errors.ts'

/** A block allowed to be big is held whole all the same: no more than this. */
const MAX_BIG_BLOCK_BYTES = 32 * 1024 * 1024

export interface CollectBlockOptions {
  /** Lets blocks pass that peers of the network would not exchange: over 2 MiB, up to 32. */
  readonly allowBig?: boolean | undefined
  /** Reads this many bytes, for input that becomes a smaller block; as many as a block may have when absent. */
  readonly limitBytes?: number | undefined
}

/** Bytes that a block may have. */
export function blockLimitBytes({ allowBig = false }: CollectBlockOptions): number {
  return allowBig ? MAX_BIG_BLOCK_BYTES : MAX_BLOCK_BYTES
}

/** Throws `too-large` for a block that is larger than it may be. */
export function assertBlockSize(sizeBytes: number, options: CollectBlockOptions): void {
  if (sizeBytes > blockLimitBytes(options)) throw tooLarge(options)
}

/** The bytes of one block in an array of their own. Throws `too-large` as soon as there are too many. */
export function collectBlock(
  content: AsyncIterable<Uint8Array>,
  options: CollectBlockOptions = {},
): Promise<Uint8Array> {
  const limitBytes = options.limitBytes ?? blockLimitBytes(options)
  return collectBytes(content, { maxBytes: limitBytes, tooLarge: () => tooLarge(options) })
}

function tooLarge({ allowBig }: CollectBlockOptions): DomainError {
  const message = allowBig
    ? `Cannot store block: over ${MAX_BIG_BLOCK_BYTES} bytes`
    : "produced block is over 2MiB: big blocks can't be exchanged with other peers. consider using UnixFS " +
      'for automatic chunking of bigger files, or pass --allow-big-block to override'
  return new DomainError('too-large', message)
}
