import type { MessageName, Messages } from '../../../proto/gen/ledger-schema.ts'
import { malformed } from './malformed.ts'
import { emptyMessage, type Message } from './message.ts'
import { readWireMessage, type WireReading } from './read-wire-message.ts'

export interface WireLimits {
  /** True refuses unknown fields and wrong wire types; otherwise they are passed over. */
  readonly strict?: boolean
  readonly maxBytes?: number
  /** Most embedded messages, and numbers of packed lists: two bytes can ask for an object of a hundred. */
  readonly maxMessages?: number
}

const MAX_BYTES = 32 * 1024 * 1024
const MAX_MESSAGES = 262_144

/**
 * Reads a record in whatever order, padding and pieces proto3 allows; what is absent gets its default, and
 * messages that are always present are there. Byte fields are views of `bytes`. Throws `invalid-argument`
 * (3000) for everything that is no message.
 *
 * Refused everywhere: what ends early, varints over ten bytes or 64 bits, tags over five bytes or with number 0,
 * lengths over five bytes or beyond what holds them, groups that do not match, wire types 6 and 7, texts that
 * are no UTF-8. Accepted everywhere: any order, repeated fields, padded varints, packed and single numbers. The
 * reader of protobufjs is not used: it has no bound for what it builds and no strict form, so that a second
 * pass would have to come first. Spec gap: the document shows no decoder; where real ones disagree (bits above
 * 2^64), the stricter is followed.
 */
export function decodeRecord<Name extends MessageName>(
  name: Name,
  bytes: Uint8Array,
  limits: WireLimits = {},
): Messages[Name] {
  return read(name, bytes, { ...limits, isRecord: true }) as Messages[Name]
}

/** As {@link decodeRecord}, with embedded messages absent where the bytes have none. */
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
