import { DomainError } from '../../errors.ts'

/** Size of the longest varint that multiformats allow: 63 bits. */
export const MAX_VARINT_BYTES = 9

/** A number, and the offset of the bytes after it. */
export interface ReadVarint {
  readonly value: number
  readonly next: number
}

/**
 * Reads an unsigned varint at `offset`. Throws `corrupt` for a varint that is incomplete, not minimal, longer
 * than {@link MAX_VARINT_BYTES}, or over 2^53 - 1. Spec: multiformats, unsigned varint.
 */
export function readVarint(bytes: Uint8Array, offset = 0): ReadVarint {
  let value = 0
  for (let at = 0; at < MAX_VARINT_BYTES; at += 1) {
    const byte = bytes[offset + at]
    if (byte === undefined) throw malformed('could not reach the end')
    value += (byte & 0x7f) * 2 ** (7 * at)
    if (byte >= 0x80) continue
    if (byte === 0 && at > 0) throw malformed('not minimally encoded')
    if (!Number.isSafeInteger(value)) throw malformed('number out of range')
    return { value, next: offset + at + 1 }
  }
  throw malformed('too long')
}

/** Encodes a safe integer as an unsigned varint. */
export function writeVarint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
  bytes.push(rest)
  return new Uint8Array(bytes)
}

function malformed(reason: string): DomainError {
  return new DomainError('corrupt', `varints malformed, ${reason}`)
}
