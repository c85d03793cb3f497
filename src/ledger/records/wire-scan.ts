import type { MessageName } from '../../../proto/gen/ledger-schema.ts'
import type { DomainError } from '../../errors.ts'
import { malformed } from './malformed.ts'

/** Where the reader of a record is, and what it may still take. */
export interface WireScan {
  readonly bytes: Uint8Array
  at: number
  /** Embedded messages, and numbers of packed lists, that may still come. */
  left: number
  /** Of the message that is being read. */
  name: MessageName
  /** The halves of the varint that was read last. */
  low: number
  high: number
}

export const WIRE_TYPES = { VARINT: 0, FIXED64: 1, BYTES: 2, GROUP: 3, END_GROUP: 4, FIXED32: 5 } as const

/** Reads the number and the wire type of a field: five bytes at most, and no field 0. */
export function readTag(scan: WireScan, end: number): number {
  const tag = readUint32(scan, end)
  if (tag >>> 3 === 0) throw fault(scan, 'field number 0')
  return tag
}

/** Reads a length of five bytes at most, and says where the bytes after it end. */
export function readLength(scan: WireScan, end: number): number {
  const length = readUint32(scan, end)
  if (length > end - scan.at) throw fault(scan, `${length} bytes announced, ${end - scan.at} left`)
  return scan.at + length
}

function readUint32(scan: WireScan, end: number): number {
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

/** Reads a number of at most ten bytes and 64 bits into `low` and `high`. */
export function readVarintHalves(scan: WireScan, end: number): void {
  scan.low = 0
  scan.high = 0
  for (let index = 0; index < 10; index += 1) {
    const byte = readByte(scan, end)
    const bits = byte & 127
    if (index < 5) scan.low |= bits << (7 * index)
    if (index === 4) scan.high = bits >> 4
    if (index > 4) scan.high |= bits << (7 * index - 32)
    if (byte < 128) {
      if (index === 9 && byte > 1) throw fault(scan, 'varint over 64 bits')
      return
    }
  }
  throw fault(scan, 'varint over ten bytes')
}

function readByte(scan: WireScan, end: number): number {
  if (scan.at >= end) throw fault(scan, 'ends early')
  const byte = scan.bytes[scan.at] ?? 0
  scan.at += 1
  return byte
}

const MAX_GROUP_DEPTH = 100

/** Passes over the value of a field. `depth` counts the groups around it. */
export function passUnknown(
  scan: WireScan,
  tag: number,
  { end, depth }: { end: number; depth: number },
): void {
  const [number, wireType] = [tag >>> 3, tag & 7]
  if (wireType === WIRE_TYPES.VARINT) readVarintHalves(scan, end)
  else if (wireType === WIRE_TYPES.FIXED64) passBytes(scan, 8, end)
  else if (wireType === WIRE_TYPES.BYTES) scan.at = readLength(scan, end)
  else if (wireType === WIRE_TYPES.GROUP) passGroup(scan, number, { end, depth: depth + 1 })
  else if (wireType === WIRE_TYPES.FIXED32) passBytes(scan, 4, end)
  else if (wireType === WIRE_TYPES.END_GROUP) throw fault(scan, `group ${number} ends and never began`)
  else throw fault(scan, `wire type ${wireType}`)
}

function passGroup(scan: WireScan, number: number, { end, depth }: { end: number; depth: number }): void {
  if (depth > MAX_GROUP_DEPTH) throw fault(scan, `groups deeper than ${MAX_GROUP_DEPTH}`)
  while (scan.at < end) {
    const tag = readTag(scan, end)
    if ((tag & 7) !== WIRE_TYPES.END_GROUP) passUnknown(scan, tag, { end, depth })
    else if (tag >>> 3 === number) return
    else throw fault(scan, `group ${number} ends as ${tag >>> 3}`)
  }
  throw fault(scan, `group ${number} has no end`)
}

function passBytes(scan: WireScan, length: number, end: number): void {
  if (length > end - scan.at) throw fault(scan, 'ends early')
  scan.at += length
}

/** Takes one of the messages that may still come. */
export function countMessage(scan: WireScan): void {
  scan.left -= 1
  if (scan.left < 0) throw fault(scan, 'too many messages')
}

export function fault({ name, at }: WireScan, problem: string): DomainError {
  return malformed(name, `${problem} (byte ${at})`)
}
