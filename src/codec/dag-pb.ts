import { decode, encode, type PBLink, type PBNode, prepare } from '@ipld/dag-pb'
import { DomainError } from '../errors.ts'

export type { PBLink, PBNode }

/** The largest block this node makes or reads as a node: what peers of the network exchange. */
export const MAX_BLOCK_BYTES = 2 * 1024 * 1024

/**
 * Reads a dag-pb block. `Data` is a view into `bytes`.
 *
 * Throws `corrupt` when the bytes are over {@link MAX_BLOCK_BYTES} or are no dag-pb.
 */
export function decodeDagPb(bytes: Uint8Array): PBNode {
  if (bytes.byteLength > MAX_BLOCK_BYTES) {
    throw new DomainError('corrupt', `dag-pb block of ${bytes.byteLength} bytes is over ${MAX_BLOCK_BYTES}`)
  }
  try {
    return decode(bytes)
  } catch (cause) {
    throw new DomainError('corrupt', `proto: ${cause instanceof Error ? cause.message : 'not dag-pb'}`, {
      cause,
    })
  }
}

/**
 * Writes a dag-pb block: links first, sorted by the bytes of their names, links of one name in the order
 * given. Throws `too-large` when the block is over {@link MAX_BLOCK_BYTES}.
 */
export function encodeDagPb(node: {
  readonly Data?: Uint8Array
  readonly Links: readonly PBLink[]
}): Uint8Array {
  const bytes = encode(prepare({ ...node, Links: [...node.Links] }))
  if (bytes.byteLength > MAX_BLOCK_BYTES) {
    throw new DomainError(
      'too-large',
      `Cannot write node of ${bytes.byteLength} bytes: over ${MAX_BLOCK_BYTES}`,
    )
  }
  return bytes
}
