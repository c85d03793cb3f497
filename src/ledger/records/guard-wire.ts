import { type Field, type MessageName, SCHEMA } from '../../../proto/gen/ledger-schema.ts'
import { malformed } from './malformed.ts'

export interface WireLimits {
  /** True refuses unknown fields and wrong wire types; otherwise they are passed over. */
  readonly strict?: boolean
  readonly maxBytes?: number
  /** Most embedded messages, and numbers of packed lists: two bytes can ask for an object of a hundred. */
  readonly maxMessages?: number
}

const MAX_BYTES = 32 * 1024 * 1024
const MAX_MESSAGES = 262_144
const MAX_GROUP_DEPTH = 100

/**
 * Throws unless the bytes are a message of this type as far as the wire goes, before anything is built from
 * them. Refused everywhere: what ends early, varints over ten bytes or 64 bits, tags over five bytes or with
 * number 0, lengths over five bytes or beyond what holds them, groups that do not match, wire types 6 and 7.
 * Accepted everywhere: any order, repeated fields, padded varints, packed and single numbers. Spec gap: the
 * document shows no decoder; where real ones disagree (bits above 2^64), the stricter is followed.
 *
 * Throws `invalid-argument` (3000).
 */
export function guardWire(name: MessageName, bytes: Uint8Array, limits: WireLimits = {}): void {
  const { strict = false, maxBytes = MAX_BYTES, maxMessages = MAX_MESSAGES } = limits
  if (bytes.byteLength > maxBytes) throw malformed(name, `${bytes.byteLength} bytes are over ${maxBytes}`)
  passMessage(name, { bytes, at: 0, left: maxMessages, strict, name }, bytes.byteLength)
}

interface Scan {
  readonly bytes: Uint8Array
  at: number
  /** Messages that may still come. */
  left: number
  readonly strict: boolean
  /** Of the message that is being read. */
  name: MessageName
}

function passMessage(name: MessageName, scan: Scan, end: number): void {
  const fields = FIELDS.get(name)
  while (scan.at < end) {
    const tag = readTag(scan, end)
    const field = fields?.get(tag >>> 3)
    if (field && isWireTypeOf(field, tag & 7)) passField(field, scan, { end, wireType: tag & 7 })
    else if (scan.strict)
      throw fault(
        scan,
        field ? `field "${field.name}" has wire type ${tag & 7}` : `unknown field ${tag >>> 3}`,
      )
    else passUnknown(scan, tag, { end, depth: 0 })
  }
}

const FIELDS: ReadonlyMap<string, ReadonlyMap<number, Field>> = new Map(
  Object.entries(SCHEMA).map(([name, fields]) => [
    name,
    new Map(fields.map((field) => [field.number, field])),
  ]),
)

const [VARINT, FIXED64, BYTES, GROUP, END_GROUP, FIXED32] = [0, 1, 2, 3, 4, 5]

function isWireTypeOf({ type, repeated }: Field, wireType: number): boolean {
  const isLong = type === 'string' || type === 'bytes' || type === 'message'
  return wireType === (isLong ? BYTES : VARINT) || (!isLong && repeated && wireType === BYTES)
}

function passField(field: Field, scan: Scan, { end, wireType }: { end: number; wireType: number }): void {
  if (wireType === VARINT) {
    passVarint(scan, end)
    return
  }
  const stop = readLength(scan, end)
  if (field.type === 'message') {
    const { name } = scan
    scan.name = field.of
    count(scan)
    passMessage(field.of, scan, stop)
    scan.name = name
  } else if (field.type === 'string' || field.type === 'bytes') {
    scan.at = stop
  } else {
    while (scan.at < stop) {
      count(scan)
      passVarint(scan, stop)
    }
  }
}

function passUnknown(scan: Scan, tag: number, { end, depth }: { end: number; depth: number }): void {
  const [number, wireType] = [tag >>> 3, tag & 7]
  if (wireType === VARINT) passVarint(scan, end)
  else if (wireType === FIXED64) passBytes(scan, 8, end)
  else if (wireType === BYTES) scan.at = readLength(scan, end)
  else if (wireType === GROUP) passGroup(scan, number, { end, depth: depth + 1 })
  else if (wireType === FIXED32) passBytes(scan, 4, end)
  else if (wireType === END_GROUP) throw fault(scan, `group ${number} ends and never began`)
  else throw fault(scan, `wire type ${wireType}`)
}

function passGroup(scan: Scan, number: number, { end, depth }: { end: number; depth: number }): void {
  if (depth > MAX_GROUP_DEPTH) throw fault(scan, `groups deeper than ${MAX_GROUP_DEPTH}`)
  while (scan.at < end) {
    const tag = readTag(scan, end)
    if ((tag & 7) !== END_GROUP) passUnknown(scan, tag, { end, depth })
    else if (tag >>> 3 === number) return
    else throw fault(scan, `group ${number} ends as ${tag >>> 3}`)
  }
  throw fault(scan, `group ${number} has no end`)
}

function readTag(scan: Scan, end: number): number {
  const tag = readUint32(scan, end)
  if (tag >>> 3 === 0) throw fault(scan, 'field number 0')
  return tag
}

/** Where the next `length` bytes end. */
function readLength(scan: Scan, end: number): number {
  const length = readUint32(scan, end)
  if (length > end - scan.at) throw fault(scan, `${length} bytes announced, ${end - scan.at} left`)
  return scan.at + length
}

function readUint32(scan: Scan, end: number): number {
  const first = scan.bytes[scan.at] ?? 128
  if (first < 128 && scan.at < end) {
    scan.at += 1
    return first
  }
  let value = 0
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = readByte(scan, end)
    if (shift === 28 && byte > 15) break
    value += (byte & 127) * 2 ** shift
    if (byte < 128) return value
  }
  throw fault(scan, 'tag or length over 32 bits')
}

function passVarint(scan: Scan, end: number): void {
  for (let index = 0; index < 10; index += 1) {
    const byte = readByte(scan, end)
    if (byte < 128) {
      if (index === 9 && byte > 1) throw fault(scan, 'varint over 64 bits')
      return
    }
  }
  throw fault(scan, 'varint over ten bytes')
}

function readByte(scan: Scan, end: number): number {
  if (scan.at >= end) throw fault(scan, 'ends early')
  const byte = scan.bytes[scan.at] ?? 0
  scan.at += 1
  return byte
}

function passBytes(scan: Scan, length: number, end: number): void {
  if (length > end - scan.at) throw fault(scan, 'ends early')
  scan.at += length
}

function count(scan: Scan): void {
  scan.left -= 1
  if (scan.left < 0) throw fault(scan, 'too many messages')
}

function fault({ name, at }: Scan, problem: string): Error {
  return malformed(name, `${problem} (byte ${at})`)
}
