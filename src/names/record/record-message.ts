import { createByteSink } from '../../codec/bytes/byte-sink.ts'
import { readBytes, readUnsigned64, skipValue, type WireReader } from '../../codec/dag-pb/wire-reader.ts'

/** The message `IpnsEntry`. Without a first signature the fields before the key are absent too. */
export interface RecordMessage {
  readonly value?: Uint8Array | undefined
  readonly signatureV1?: Uint8Array | undefined
  readonly validityType?: bigint | undefined
  readonly validity?: Uint8Array | undefined
  readonly sequence?: bigint | undefined
  readonly ttlNs?: bigint | undefined
  /** libp2p's `PublicKey` message, where the name does not hold it whole. */
  readonly publicKey?: Uint8Array | undefined
  readonly signatureV2?: Uint8Array | undefined
  /** A map of dag-cbor. */
  readonly data?: Uint8Array | undefined
}

/** The fields in the order of their numbers, from 1. Spec: IPNS record, "Record Serialization Format". */
const FIELDS = [
  'value',
  'signatureV1',
  'validityType',
  'validity',
  'sequence',
  'ttlNs',
  'publicKey',
  'signatureV2',
  'data',
] as const satisfies readonly (keyof RecordMessage)[]

const INTEGERS: ReadonlySet<string> = new Set(['validityType', 'sequence', 'ttlNs'])

const [VARINT, BYTES] = [0, 2]

const tagOf = (at: number, name: string) => ((at + 1) << 3) | (INTEGERS.has(name) ? VARINT : BYTES)

/** Its fields are views into `bytes`; of one that is there twice the last counts. Throws `corrupt`. */
export function readRecordMessage(bytes: Uint8Array): RecordMessage {
  const reader: WireReader = { bytes, at: 0, offset: 0 }
  const message: Partial<Record<keyof RecordMessage, Uint8Array | bigint>> = {}
  while (reader.at < bytes.byteLength) {
    const tag = Number(readUnsigned64(reader))
    const name = FIELDS.find((field, at) => tagOf(at, field) === tag)
    if (!name) skipValue(reader, tag & 7)
    else message[name] = INTEGERS.has(name) ? BigInt(readUnsigned64(reader)) : readBytes(reader)
  }
  return message as RecordMessage
}

/** Every field that is there, in the order of the numbers. */
export function writeRecordMessage(message: RecordMessage): Uint8Array {
  const sink = createByteSink()
  for (const [at, name] of FIELDS.entries()) {
    const value = message[name]
    if (value === undefined) continue
    sink.byte(tagOf(at, name))
    sink.append(varint(typeof value === 'bigint' ? value : BigInt(value.byteLength)))
    if (typeof value !== 'bigint') sink.append(value)
  }
  return sink.bytes()
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  bytes.push(Number(rest))
  return new Uint8Array(bytes)
}
