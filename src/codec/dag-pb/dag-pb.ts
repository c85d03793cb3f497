import { decode, encode, type PBLink, type PBNode, prepare } from '@ipld/dag-pb'
import { DomainError } from '../../errors.ts'
import { MAX_CID_BYTES } from '../cid/cid.ts'

export type { PBLink, PBNode }

/** Maximum size of a block that this node creates, or decodes as a node: the limit of exchange between peers. */
export const MAX_BLOCK_BYTES = 2 * 1024 * 1024

/** Maximum number of links, which bounds the memory for 2 MiB of the shortest links. */
const MAX_FIELDS = 131_072

/**
 * Decodes a dag-pb block. `Data` is a view into `bytes`.
 *
 * Throws `corrupt` for bytes over {@link MAX_BLOCK_BYTES}, for invalid dag-pb, and for a link over
 * {@link MAX_CID_BYTES}: formatting it takes, in some bases, time quadratic in its length.
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
 * Encodes a dag-pb block: links first, sorted stably by the bytes of their names. Throws `too-large` for a
 * block over {@link MAX_BLOCK_BYTES}.
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

/** Counts top-level fields, up to the first malformed one. */
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
