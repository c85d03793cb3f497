import { decode, encode, type PBLink, type PBNode, prepare } from '@ipld/dag-pb'
import { DomainError } from '../../errors.ts'
import { MAX_CID_BYTES } from '../cid/cid.ts'

export type { PBLink, PBNode }

/** The largest block this node makes or reads as a node: what peers of the network exchange. */
export const MAX_BLOCK_BYTES = 2 * 1024 * 1024

/** Most links of one node that is read, so that 2 MiB of the shortest ones take no more than they should. */
const MAX_FIELDS = 131_072

/**
 * Reads a dag-pb block. `Data` is a view into `bytes`.
 *
 * Throws `corrupt` when the bytes are over {@link MAX_BLOCK_BYTES} or are no dag-pb, and for a link over
 * {@link MAX_CID_BYTES}: to print it costs, in some bases, the square of its length.
 */
export function decodeDagPb(bytes: Uint8Array): PBNode {
  if (bytes.byteLength > MAX_BLOCK_BYTES) {
    throw new DomainError('corrupt', `dag-pb block of ${bytes.byteLength} bytes is over ${MAX_BLOCK_BYTES}`)
  }
  if (countFields(bytes) > MAX_FIELDS) {
    throw new DomainError('corrupt', `proto: over ${MAX_FIELDS} links`)
  }
  const node = decoded(bytes)
  if (node.Links.some(({ Hash }) => Hash.byteLength > MAX_CID_BYTES)) {
    throw new DomainError('corrupt', `proto: CID of a link is over ${MAX_CID_BYTES} bytes`)
  }
  return node
}

function decoded(bytes: Uint8Array): PBNode {
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

/** Fields at the top, as far as the bytes make sense. */
function countFields(bytes: Uint8Array): number {
  let count = 0
  for (let at = 0; at < bytes.byteLength; count += 1) {
    let length = 0
    let scale = 1
    at += 1
    for (let more = true; more && at < bytes.byteLength; at += 1) {
      const byte = bytes[at] ?? 0
      length += (byte & 0x7f) * scale
      scale *= 0x80
      more = byte >= 0x80
    }
    at += length
  }
  return count
}
