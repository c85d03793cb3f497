import { decode, type PBLink, type PBNode } from '@ipld/dag-pb'
import { DomainError } from '../../errors.ts'
import { compareBytes } from '../bytes/bytes.ts'
import { MAX_CID_BYTES } from '../cid/cid.ts'
import { ProtobufWriter } from '../protobuf.ts'

export type { PBLink, PBNode }

/** Maximum size of a block that this node creates, or decodes as a node: the limit of exchange between peers. */
export const MAX_BLOCK_BYTES = 2 * 1024 * 1024

/** Maximum number of links, which bounds the memory for 2 MiB of the shortest links. */
const MAX_FIELDS = 131_072

/** The largest number below 2^64. Sizes are decoded to the nearest number, which may be 2^64 itself. */
const MAX_TSIZE = 2 ** 64 - 2 ** 11

/** Fields of a node and of a link, with their wire types. Spec: DAG-PB, serial format. */
const NODE_TAGS = { data: 0x0a, link: 0x12 } as const
const LINK_TAGS = { hash: 0x0a, name: 0x12, totalSize: 0x18 } as const

const ENCODER = new TextEncoder()

/**
 * Decodes a dag-pb block. `Data` is a view into `bytes`. A `Tsize` over 2^53 is not exact, and never over 64 bits.
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
  for (const link of node.Links) {
    if (link.Hash.byteLength > MAX_CID_BYTES) {
      throw new DomainError('corrupt', `proto: CID of a link is over ${MAX_CID_BYTES} bytes`)
    }
    if (link.Tsize !== undefined && link.Tsize > MAX_TSIZE) link.Tsize = MAX_TSIZE
  }
  return node
}

function decoded(bytes: Uint8Array): PBNode {
  try {
    return decode(bytes)
  } catch (cause) {
    throw new DomainError('corrupt', cause instanceof Error ? cause.message : 'proto: not dag-pb', { cause })
  }
}

/**
 * Encodes a dag-pb block: links first, sorted stably by the bytes of their names. Throws `too-large` for a
 * block over {@link MAX_BLOCK_BYTES}, and with the reference's text for a `Tsize` that no number represents exactly.
 *
 * The encoder of `@ipld/dag-pb` is not used: it makes the bytes of each name six times, to sort, to check and to write
 * them, and takes six times as long for a directory of 1,000 entries. Tests compare with it.
 */
export function encodeDagPb({
  Data,
  Links,
}: {
  /** As one array, or in pieces, which are copied once. */
  readonly Data?: Uint8Array | readonly Uint8Array[]
  readonly Links: readonly PBLink[]
}): Uint8Array {
  const links = Links.map((link) => ({ ...link, name: ENCODER.encode(link.Name) }))
  links.sort((first, second) => compareBytes(first.name, second.name))
  const writer = new ProtobufWriter()
  for (const { Hash, Name, Tsize, name } of links) {
    writer.varint(NODE_TAGS.link).open().varint(LINK_TAGS.hash).bytes(Hash.bytes)
    if (Name !== undefined) writer.varint(LINK_TAGS.name).bytes(name)
    if (Tsize !== undefined) writer.varint(LINK_TAGS.totalSize).varint(checkedSize(Tsize))
    writer.close()
  }
  const data = Data instanceof Uint8Array ? [Data] : (Data ?? [])
  if (Data) writer.varint(NODE_TAGS.data).varint(data.reduce((sum, { byteLength }) => sum + byteLength, 0))
  const bytes = writer.finish(data)
  if (bytes.byteLength > MAX_BLOCK_BYTES) {
    throw new DomainError(
      'too-large',
      `Cannot write node of ${bytes.byteLength} bytes: over ${MAX_BLOCK_BYTES}`,
    )
  }
  return bytes
}

/** A sum of sizes that others have declared may be larger than any number that is exact. */
function checkedSize(size: number): number {
  if (Number.isSafeInteger(size) && size >= 0) return size
  if (size > Number.MAX_SAFE_INTEGER) {
    throw new DomainError('too-large', `value of Tsize is too large: ${BigInt(size)}`)
  }
  throw new TypeError(`Cannot write link of ${size} bytes: not a size`)
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
