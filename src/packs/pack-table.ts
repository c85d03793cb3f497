import { keyOfMultihash, multihashOfKey } from '../codec/cid/cid.ts'
import { DomainError } from '../errors.ts'

/** A block in a pack. */
export interface PackedBlock {
  /** The text of `blockKey`. */
  readonly key: string
  readonly offset: number
  readonly sizeBytes: number
}

/** Bounds what the reader of a table decodes. */
export const MAX_PACK_BLOCKS = 1_024

/** Table length and its CRC-32 in 4 bytes each, big-endian, then the 8 bytes of {@link MAGIC}. */
const FOOTER_BYTES = 16

/** `TPPACK`, a zero byte, and the version of the format. */
const MAGIC = Uint8Array.of(0x54, 0x50, 0x50, 0x41, 0x43, 0x4b, 0, 1)
/** With more damaged bytes, a file counts as one without a table. With fewer, the checksum decides. */
const MAX_DAMAGED_MAGIC = 2

/** A multihash has a digest of at most 128 bytes, and two varints before it. */
const MAX_MULTIHASH_BYTES = 150
/** Length of the multihash (2 bytes), offset and size (4 bytes each). */
const ENTRY_NUMBERS_BYTES = 10
const MAX_TABLE_BYTES = MAX_PACK_BLOCKS * (MAX_MULTIHASH_BYTES + ENTRY_NUMBERS_BYTES)

/**
 * Encodes the end of a pack file: the table of its blocks and a footer. The blocks come before it without gaps,
 * in the order of the table. An entry is the length of a multihash in 2 bytes, the multihash, then offset and
 * size in 4 bytes each, all big-endian.
 */
export function encodePackTable(blocks: readonly PackedBlock[]): Uint8Array {
  const multihashes = blocks.map(({ key }) => multihashOfKey(key))
  const tableBytes = multihashes.reduce((sum, { byteLength }) => sum + byteLength + ENTRY_NUMBERS_BYTES, 0)
  const bytes = new Uint8Array(tableBytes + FOOTER_BYTES)
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [number, { offset, sizeBytes }] of blocks.entries()) {
    const multihash = multihashes[number] ?? new Uint8Array()
    view.setUint16(at, multihash.byteLength)
    bytes.set(multihash, at + 2)
    at += 2 + multihash.byteLength
    view.setUint32(at, offset)
    view.setUint32(at + 4, sizeBytes)
    at += 8
  }
  view.setUint32(at, tableBytes)
  view.setUint32(at + 4, crc32(bytes.subarray(0, at)))
  bytes.set(MAGIC, at + 8)
  return bytes
}

/**
 * The size of table and footer in bytes, read from `end`, the last bytes of a pack file. `undefined` for a file
 * without a table, as earlier versions and killed writers leave them. Throws `corrupt` for a length out of bounds.
 */
export function packTailBytes(end: Uint8Array): number | undefined {
  const footer = end.subarray(Math.max(0, end.byteLength - FOOTER_BYTES))
  const damaged = MAGIC.filter((byte, at) => footer[8 + at] !== byte).length
  if (footer.byteLength < FOOTER_BYTES || damaged > MAX_DAMAGED_MAGIC) return undefined
  const tableBytes = viewOf(footer).getUint32(0)
  if (tableBytes > MAX_TABLE_BYTES) throw corrupt('its length is out of bounds')
  return tableBytes + FOOTER_BYTES
}

/**
 * Decodes a table with its footer, whose size {@link packTailBytes} gave, from a file of `fileBytes`. The bytes
 * are not trusted: throws `corrupt` unless the checksum matches and the blocks fill the file without gaps from
 * its beginning to the table.
 */
export function decodePackTable(
  tail: Uint8Array,
  { fileBytes }: { readonly fileBytes: number },
): PackedBlock[] {
  const table = tail.subarray(0, -FOOTER_BYTES)
  const view = viewOf(tail)
  if (view.getUint32(table.byteLength + 4) !== crc32(table)) throw corrupt('its checksum differs')
  const blocks: PackedBlock[] = []
  const keys = new Set<string>()
  let end = 0
  for (let at = 0; at < table.byteLength; ) {
    const multihashBytes = at + ENTRY_NUMBERS_BYTES > table.byteLength ? Number.NaN : view.getUint16(at)
    const next = at + multihashBytes + ENTRY_NUMBERS_BYTES
    if (!(next <= table.byteLength)) throw corrupt('an entry is cut')
    const key = keyOf(table.subarray(at + 2, at + 2 + multihashBytes))
    const [offset, sizeBytes] = [view.getUint32(next - 8), view.getUint32(next - 4)]
    if (offset !== end || keys.has(key)) throw corrupt('its blocks do not follow one another')
    if (blocks.length === MAX_PACK_BLOCKS) throw corrupt('it has too many entries')
    keys.add(key)
    blocks.push({ key, offset, sizeBytes })
    end += sizeBytes
    at = next
  }
  if (end !== fileBytes - tail.byteLength) throw corrupt('its blocks do not end where it begins')
  return blocks
}

function keyOf(multihash: Uint8Array): string {
  try {
    return keyOfMultihash(multihash)
  } catch {
    throw corrupt('a multihash is malformed')
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

function corrupt(reason: string): DomainError {
  return new DomainError('corrupt', `Cannot read table of pack: ${reason}`)
}

const POLYNOMIAL = 0xedb88320

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1
  return value
})

/** The CRC-32 of gzip and PNG (ISO 3309). Detects accidental bit flips, not tampering. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff
  // By index: the iterator of an array takes several times as long before the engine has optimized this loop.
  for (let at = 0; at < bytes.byteLength; at += 1) {
    value = (value >>> 8) ^ (CRC_TABLE[(value ^ (bytes[at] ?? 0)) & 0xff] ?? 0)
  }
  return (value ^ 0xffffffff) >>> 0
}
