import {
  headerSum,
  TAR_BLOCK_BYTES,
  TAR_FIELDS,
  type TarField,
  tarNumber,
  tarText,
} from '../../unixfs/tar/tar-fields.ts'

const MAGIC = { ustar: 'ustar\x0000', gnu: 'ustar  \0' } as const

type Format = keyof typeof MAGIC

const NUMBERS = ['mode', 'uid', 'gid', 'size', 'mtime', 'devmajor', 'devminor'] as const
const TEXTS = ['name', 'linkname', 'uname', 'gname'] as const

/**
 * A header in the one form that the reference implementation stores, which writes each header again: so that equal
 * entries have equal CIDs, whichever program made the archive. The header itself where it cannot be said in that form:
 * in names that are not ASCII, numbers that are too large, and formats other than those of POSIX and GNU.
 *
 * Spec gap: the reference implementation also writes headers with extended attributes again, where the sum of what its
 * library knows of them decides; here they stay as they are.
 */
export function canonicalHeader(header: Uint8Array): Uint8Array {
  const format = formatOf(header)
  if (!format) return header
  const written = new Uint8Array(TAR_BLOCK_BYTES)
  const name = fullName(header, format)
  if (!isPlain(name) || !TEXTS.every((field) => isPlain(ascii(tarText(header, TAR_FIELDS[field])))))
    return header
  const [prefix, rest] = format === 'ustar' ? splitName(name) : ['', name]
  if (rest.length > TAR_FIELDS.name[1]) return header
  for (const field of TEXTS) putText(written, TAR_FIELDS[field], ascii(tarText(header, TAR_FIELDS[field])))
  putText(written, TAR_FIELDS.name, rest)
  for (const field of NUMBERS) {
    const isKnown = !field.startsWith('dev') || hasMagic(header)
    const number = isKnown ? tarNumber(header, TAR_FIELDS[field]) : 0
    if (!putNumber(written, TAR_FIELDS[field], number, format)) return header
  }
  const type = header[TAR_FIELDS.type[0]] || (name.endsWith('/') ? DIRECTORY : REGULAR)
  written[TAR_FIELDS.type[0]] = type
  if (format === 'ustar') putText(written, TAR_FIELDS.prefix, prefix)
  else if (!putGnuTimes(written, header)) return header
  putText(written, TAR_FIELDS.magic, MAGIC[format])
  putText(written, [TAR_FIELDS.checksum[0], 7], headerSum(written).toString(8).padStart(6, '0'))
  written[TAR_FIELDS.checksum[0] + 7] = 0x20
  return written
}

const REGULAR = 0x30
const DIRECTORY = 0x35

/** V7 headers, which have no magic, are written as those of POSIX. */
function formatOf(header: Uint8Array): Format | undefined {
  const magic = ascii(header.subarray(TAR_FIELDS.magic[0], TAR_FIELDS.magic[0] + 8))
  if (magic === MAGIC.gnu) return 'gnu'
  const isStar = ascii(header.subarray(508)) === 'tar\0'
  if (magic.startsWith('ustar\0')) return isStar ? undefined : 'ustar'
  return 'ustar'
}

function hasMagic(header: Uint8Array): boolean {
  return ascii(header.subarray(TAR_FIELDS.magic[0], TAR_FIELDS.magic[0] + 5)) === 'ustar'
}

function fullName(header: Uint8Array, format: Format): string {
  const name = ascii(tarText(header, TAR_FIELDS.name))
  const prefix = format === 'ustar' && hasMagic(header) ? ascii(tarText(header, TAR_FIELDS.prefix)) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

/** A name over 100 bytes in two, at the last slash that leaves room for both; whole where there is none. */
function splitName(name: string): readonly [prefix: string, name: string] {
  const [, most] = TAR_FIELDS.prefix
  if (name.length <= TAR_FIELDS.name[1]) return ['', name]
  const searched = name.length > most + 1 ? most + 1 : name.endsWith('/') ? name.length - 1 : name.length
  const at = name.slice(0, searched).lastIndexOf('/')
  const rest = name.slice(at + 1)
  if (at <= 0 || rest.length > TAR_FIELDS.name[1] || rest === '' || at > most) return ['', name]
  return [name.slice(0, at), rest]
}

/** Octal digits with zeros before them and a NUL behind; GNU takes base 256 for more. False where it has no room. */
function putNumber(header: Uint8Array, field: TarField, number: number, format: Format): boolean {
  const [offset, length] = field
  if (number >= 0 && number < 8 ** (length - 1)) {
    putText(header, field, number.toString(8).padStart(length - 1, '0'))
    return true
  }
  if (format !== 'gnu' || Math.abs(number) >= 2 ** (8 * (length - 1))) return false
  let rest = BigInt(number)
  for (let at = offset + length - 1; at >= offset; at -= 1, rest >>= 8n) header[at] = Number(rest & 0xffn)
  header[offset] = (header[offset] ?? 0) | 0x80
  return true
}

function putGnuTimes(written: Uint8Array, header: Uint8Array): boolean {
  return [TAR_FIELDS.gnuAccessTime, TAR_FIELDS.gnuChangeTime].every((field) => {
    return header[field[0]] === 0 || putNumber(written, field, tarNumber(header, field), 'gnu')
  })
}

function putText(header: Uint8Array, [offset]: TarField, text: string): void {
  for (let at = 0; at < text.length; at += 1) header[offset + at] = text.charCodeAt(at)
}

/** One character for each byte. */
function ascii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

function isPlain(text: string): boolean {
  return [...text].every((character) => character > '\0' && character < '\x80')
}
