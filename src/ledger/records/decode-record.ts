import type { MessageName, Messages } from '../../../proto/gen/ledger-schema.ts'
import { malformed } from './malformed.ts'
import type { Message } from './message.ts'
import { emptyMessage, readWireMessage, type WireReading } from './read-wire-message.ts'

export interface WireLimits {
  /** True refuses unknown fields and wrong wire types; otherwise these are skipped. */
  readonly strict?: boolean
  readonly maxBytes?: number
  /**
   * Maximum number of embedded messages and of entries in lists. Two input bytes can create an object of a hundred.
   */
  readonly maxMessages?: number
}

const MAX_BYTES = 32 * 1024 * 1024
const MAX_MESSAGES = 262_144

/**
 * Decodes a record with any order of fields, padding and splitting that proto3 allows. Absent fields get their
 * default, and messages that are always present are created. Byte fields are views of `bytes`. Throws
 * `invalid-argument` (3000) for malformed input.
 *
 * Always refused: truncated input, varints over ten bytes or 64 bits, tags over five bytes or with number 0,
 * lengths over five bytes or beyond the enclosing message, unbalanced groups, wire types 6 and 7, and invalid
 * UTF-8. Always accepted: any order, repeated fields, padded varints, packed and single numbers. The reader of
 * protobufjs is not used: it has neither limits nor a strict mode, so a second pass would be needed before it. Spec
 * gap: the document shows no decoder; where real ones differ (bits above 2^64), this follows the stricter one.
 */
export function decodeRecord<Name extends MessageName>(
  name: Name,
  bytes: Uint8Array,
  limits: WireLimits = {},
): Messages[Name] {
  return read(name, bytes, { ...limits, isRecord: true }) as Messages[Name]
}

/** Like {@link decodeRecord}, but embedded messages that the bytes lack are absent. */
export function decodeMessage(name: MessageName, bytes: Uint8Array, limits: WireLimits = {}): Message {
  return read(name, bytes, { ...limits, isRecord: false })
}

function read(
  name: MessageName,
  bytes: Uint8Array,
  {
    strict = false,
    maxBytes = MAX_BYTES,
    maxMessages = MAX_MESSAGES,
    isRecord,
  }: WireLimits & { isRecord: boolean },
): Message {
  if (bytes.byteLength > maxBytes) throw malformed(name, `${bytes.byteLength} bytes are over ${maxBytes}`)
  const reading: WireReading = { bytes, at: 0, left: maxMessages, name, low: 0, high: 0, strict, isRecord }
  const message = emptyMessage(name, isRecord)
  readWireMessage(reading, bytes.byteLength, message)
  if (reading.textFault) throw malformed(name, 'not a message', reading.textFault)
  return message
}
