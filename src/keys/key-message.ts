import { joinBytes } from '../codec/bytes/bytes.ts'
import { writeVarint } from '../codec/bytes/varint.ts'
import { readBytes, readUint32, skipValue, type WireReader } from '../codec/dag-pb/wire-reader.ts'
import { attempt, DomainError } from '../errors.ts'
import type { KeyData, KeyType } from './key-algorithm.ts'

/** libp2p's `PublicKey` or `PrivateKey` message; both have the same fields. */
export interface KeyMessage {
  readonly type: KeyType
  /** Key data in a format that depends on the type. */
  readonly data: Uint8Array
}

/** A key pair with its private part. It must never be logged or included in an error. */
export interface PrivateKey {
  readonly type: KeyType
  /** libp2p's `PrivateKey` message. */
  readonly message: Uint8Array
  /** libp2p's `PublicKey` message. */
  readonly publicKey: Uint8Array
}

/** Key types by number on the wire. Spec: libp2p, Peer Ids and Keys. */
export const KEY_TYPES: readonly KeyType[] = ['rsa', 'ed25519', 'secp256k1', 'ecdsa']

/** Tags of the fields: field number and wire type. */
const [TYPE, DATA] = [0x08, 0x12]

/** Encodes a message. The specification makes it deterministic: both fields in order, no others. */
function encodeKeyMessage({ type, data }: KeyMessage): Uint8Array<ArrayBuffer> {
  const head = Uint8Array.of(TYPE, KEY_TYPES.indexOf(type), DATA)
  return joinBytes([head, writeVarint(data.byteLength), data])
}

/** Decodes a message. Throws `corrupt` for malformed bytes and for an unknown type. The data is a copy. */
export function decodeKeyMessage(bytes: Uint8Array): KeyMessage {
  const fields = attempt(() => readFields(bytes), 'corrupt')
  if (!fields) throw fault('proto: cannot parse invalid wire-format data')
  const { type, data } = fields
  if (type === undefined) throw fault('proto: required field crypto.pb.PrivateKey.Type not set')
  if (!data) throw fault('proto: required field crypto.pb.PrivateKey.Data not set')
  const name = KEY_TYPES[type]
  if (!name) throw fault('invalid or unsupported key type')
  return { type: name, data }
}

function readFields(bytes: Uint8Array) {
  const reader: WireReader = { bytes, at: 0, offset: 0 }
  let type: number | undefined
  let data: Uint8Array | undefined
  while (reader.at < bytes.byteLength) {
    const tag = readUint32(reader)
    if (tag === TYPE) type = readUint32(reader)
    else if (tag === DATA) data = readBytes(reader).slice()
    else skipValue(reader, tag & 7)
  }
  return { type, data }
}

export function privateKeyOf(type: KeyType, { privateData, publicData }: KeyData): PrivateKey {
  return {
    type,
    message: encodeKeyMessage({ type, data: privateData }),
    publicKey: encodeKeyMessage({ type, data: publicData }),
  }
}

function fault(reason: string): DomainError {
  return new DomainError('corrupt', reason)
}
