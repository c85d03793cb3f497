import { DomainError } from '../../errors.ts'

/** Blocks of a tar archive: headers, and content padded to whole ones. */
export const TAR_BLOCK_BYTES = 512

/** Where a field of a header begins, and how long it is. */
export type TarField = readonly [offset: number, length: number]

/** Spec: POSIX.1-1988, ustar; GNU tar manual, "Basic Tar Format", for the last two. */
export const TAR_FIELDS = {
  name: [0, 100],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  mtime: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  linkname: [157, 100],
  magic: [257, 8],
  uname: [265, 32],
  gname: [297, 32],
  devmajor: [329, 8],
  devminor: [337, 8],
  prefix: [345, 155],
  gnuAccessTime: [345, 12],
  gnuChangeTime: [357, 12],
} as const satisfies Record<string, TarField>

function fieldBytes(header: Uint8Array, [offset, length]: TarField): Uint8Array {
  return header.subarray(offset, offset + length)
}

/** The bytes of a text field before its first NUL. */
export function tarText(header: Uint8Array, field: TarField): Uint8Array {
  const bytes = fieldBytes(header, field)
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

/** A number in octal, or in base 256 where its first bit is set. Throws `corrupt` for neither and beyond 2^53. */
export function tarNumber(header: Uint8Array, field: TarField): number {
  const bytes = fieldBytes(header, field)
  const [first = 0] = bytes
  if (first >= 0x80) {
    let value = first >= 0xc0 ? -1n : 0n
    for (const [at, byte] of bytes.entries())
      value = (value << 8n) | BigInt(at === 0 && first < 0xc0 ? byte & 0x7f : byte)
    return safe(BigInt.asIntN(64, value))
  }
  const text =
    String.fromCharCode(...bytes)
      .replace(/^[ \0]+|[ \0]+$/g, '')
      .split('\0', 1)[0] ?? ''
  if (!/^[0-7]*$/.test(text)) throw invalidHeader()
  return safe(BigInt(`0o${text || '0'}`))
}

function safe(value: bigint): number {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  throw invalidHeader()
}

/** The sum of a header's bytes, those of the checksum counted as spaces. */
export function headerSum(header: Uint8Array): number {
  const [offset, length] = TAR_FIELDS.checksum
  let sum = length * 0x20
  // By index: an iterator took a fifth of the time of a folder of small files.
  for (let at = 0; at < header.length; at += 1) {
    if (at < offset || at >= offset + length) sum += header[at] ?? 0
  }
  return sum
}

export function invalidHeader(): DomainError {
  return new DomainError('corrupt', 'archive/tar: invalid tar header')
}

/** Bytes between the end of content and the next block. */
export function paddingBytes(sizeBytes: number): number {
  return (TAR_BLOCK_BYTES - (sizeBytes % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES
}
