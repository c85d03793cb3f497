import { decodeDagCbor } from '../../codec/dag-cbor/decode-dag-cbor.ts'
import { attempt, DomainError } from '../../errors.ts'
import { type RecordMessage, readRecordMessage } from './record-message.ts'

/** Spec: IPNS record, "Record Size Limit". */
export const MAX_RECORD_BYTES = 10 * 1024

/** The signed contents of a name record, and the message that carries them. Not checked yet. */
export interface NameRecord {
  /** The bytes on the wire. */
  readonly bytes: Uint8Array
  readonly message: RecordMessage
  /** A content path in UTF-8, or a binary CID. */
  readonly value: Uint8Array
  /** 0 where `validity` is the end of life; nothing else is known. */
  readonly validityType: bigint
  /** A time as RFC 3339 has it, with up to nine digits of a second. */
  readonly validity: string
  readonly sequence: bigint
  readonly ttlNs: bigint
}

/**
 * Reads a record. Throws `too-large` beyond 10 KiB, and `corrupt` for bytes that are none. Spec: IPNS record, "Record
 * Serialization Format"; its reference implementation's error texts.
 */
export function decodeNameRecord(bytes: Uint8Array): NameRecord {
  if (bytes.byteLength > MAX_RECORD_BYTES) {
    throw new DomainError('too-large', 'record exceeds allowed size limit')
  }
  const message = attempt(() => readRecordMessage(bytes), 'corrupt')
  if (!message) throw malformed('proto: cannot parse invalid wire-format data')
  const { data } = message
  if (!data || data.byteLength === 0) throw malformed('record is missing the dag-cbor data field')
  const fields = attempt(() => decodeDagCbor(data, { links: true }), 'corrupt')
  if (!(fields instanceof Map)) throw malformed('data is no map of dag-cbor')
  const bytesOf = (name: string) => {
    const value = fields.get(name)
    if (value instanceof Uint8Array) return value
    throw malformed(`field ${JSON.stringify(name)} is no byte string`)
  }
  const integerOf = (name: string) => {
    const value = fields.get(name)
    if (typeof value === 'bigint') return value
    throw malformed(`field ${JSON.stringify(name)} is no integer`)
  }
  return {
    bytes,
    message,
    value: bytesOf('Value'),
    validityType: integerOf('ValidityType'),
    validity: UTF8.decode(bytesOf('Validity')),
    // The reference writes one beyond 2^63 as a negative number.
    sequence: BigInt.asUintN(64, integerOf('Sequence')),
    ttlNs: integerOf('TTL'),
  }
}

const UTF8 = new TextDecoder()

function malformed(reason: string): DomainError {
  return new DomainError('corrupt', `record is malformed\n${reason}`)
}
