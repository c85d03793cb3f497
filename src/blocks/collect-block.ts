import { collectBytes } from '../codec/bytes/collect-bytes.ts'
import { MAX_BLOCK_BYTES } from '../codec/dag-pb/dag-pb.ts'
import { DomainError } from '../errors.ts'

/** Limit for a block that is allowed to be big, since it is held in memory as a whole. */
const MAX_BIG_BLOCK_BYTES = 32 * 1024 * 1024

export interface CollectBlockOptions {
  /** Permits blocks that peers of the network would not exchange: over 2 MiB, up to 32 MiB. */
  readonly allowBig?: boolean | undefined
  /** Limit for input that is converted into a smaller block. The limit for a block when absent. */
  readonly limitBytes?: number | undefined
}

/** Maximum size of a block. */
export function blockLimitBytes({ allowBig = false }: CollectBlockOptions): number {
  return allowBig ? MAX_BIG_BLOCK_BYTES : MAX_BLOCK_BYTES
}

/** Throws `too-large` for a block above the maximum size. */
export function assertBlockSize(sizeBytes: number, options: CollectBlockOptions): void {
  if (sizeBytes > blockLimitBytes(options)) throw tooLarge(options)
}

/** Collects the bytes of one block into a new array. Throws `too-large` as soon as the limit is exceeded. */
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
