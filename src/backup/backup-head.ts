/** The field `kind` of the root block of a backup. */
export const BACKUP_KIND = 'tidepool-backup'

/** The first field of that block, after the head of the map. `d` and `o` are the heads of texts of 4 and 15 bytes. */
const FIRST_FIELD = `dkindo${BACKUP_KIND}`

/** Major types, in the high three bits of the head of a value. Spec: RFC 8949, section 3.1. */
const [BYTES, LIST, MAP] = [2, 4, 5]

/** Head of a list with two items. */
const PAIR = 0x82

/**
 * True for bytes that begin as the root block of a backup does, or as its blocks of rows, which are lists of pairs of
 * byte strings. Tells them from nearly all other blocks without decoding any.
 */
export function hasBackupHead(bytes: Uint8Array): boolean {
  const head = bytes[0] ?? 0
  if (head >> 5 === MAP) {
    return String.fromCharCode(...bytes.subarray(1, 1 + FIRST_FIELD.length)) === FIRST_FIELD
  }
  if (head >> 5 !== LIST) return false
  // A length of 24 or more is in the 1, 2, 4 or 8 bytes after the head.
  const lengthBits = head & 0x1f
  const at = lengthBits < 24 ? 1 : 1 + 2 ** (lengthBits - 24)
  return bytes[at] === PAIR && (bytes[at + 1] ?? 0) >> 5 === BYTES
}
