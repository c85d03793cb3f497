import { DomainError } from '../errors.ts'
import { ecdsa } from './asn1/ecdsa.ts'
import { readPkcs8, writePkcs8 } from './asn1/pkcs8.ts'
import { rsa } from './asn1/rsa.ts'
import { secp256k1 } from './asn1/secp256k1.ts'
import { ed25519 } from './ed25519.ts'
import type { GenerateOptions, KeyAlgorithm, KeyData, KeyType, Signed } from './key-algorithm.ts'
import { decodeKeyMessage, encodeKeyMessage } from './key-message.ts'

/** A key pair with its private part. It must never be logged or included in an error. */
export interface PrivateKey {
  readonly type: KeyType
  /** libp2p's `PrivateKey` message. */
  readonly message: Uint8Array
  /** libp2p's `PublicKey` message. */
  readonly publicKey: Uint8Array
}

const ALGORITHMS: Readonly<Record<KeyType, KeyAlgorithm>> = { rsa, ed25519, secp256k1, ecdsa }

/** Generates a key. Throws `invalid-argument` for a type that cannot be generated and for a size out of range. */
export async function generateKey(type: string, options: GenerateOptions): Promise<PrivateKey> {
  const [name, algorithm] = Object.entries(ALGORITHMS).find(([known]) => known === type) ?? []
  if (!name || !algorithm?.generate)
    throw new DomainError('invalid-argument', `unrecognized key type: ${type}`)
  return keyOfData(name as KeyType, await algorithm.generate(options))
}

/** Reads a `PrivateKey` message of any type. Throws `corrupt`. */
export async function readPrivateKey(message: Uint8Array): Promise<PrivateKey> {
  const { type, data } = decodeKeyMessage(message)
  return keyOfData(type, await ALGORITHMS[type].read(data))
}

/** Reads plain PKCS #8. Throws `corrupt`, and `unsupported` for a key type that libp2p lacks. */
export async function readPkcs8Key(bytes: Uint8Array): Promise<PrivateKey> {
  const key = readPkcs8(bytes)
  for (const [type, algorithm] of Object.entries(ALGORITHMS)) {
    const read = algorithm.fromPkcs8(key)
    if (read) return keyOfData(type as KeyType, await read)
  }
  throw new DomainError('unsupported', 'converting std Go key to libp2p key: invalid or unsupported key type')
}

/** Encodes a key as plain PKCS #8. */
export async function pkcs8OfKey(key: PrivateKey): Promise<Uint8Array<ArrayBuffer>> {
  return writePkcs8(
    await ALGORITHMS[key.type].toPkcs8({
      privateData: decodeKeyMessage(key.message).data,
      publicData: decodeKeyMessage(key.publicKey).data,
    }),
  )
}

export function signWith(key: PrivateKey, message: Uint8Array): Promise<Uint8Array> {
  return ALGORITHMS[key.type].sign(decodeKeyMessage(key.message).data, message)
}

/** Verifies a signature with a `PublicKey` message. Throws `corrupt` for a malformed message. */
export async function isSignedBy(publicKey: Uint8Array, signed: Signed): Promise<boolean> {
  const { type, data } = decodeKeyMessage(publicKey)
  return ALGORITHMS[type].verify(data, signed)
}

/** A message that a new key signs as a test before it is stored. */
const TRIAL = new TextEncoder().encode('trial')

/** Throws `corrupt` when the private and the public part of a key do not match. */
export async function checkKey(key: PrivateKey): Promise<void> {
  const signature = await signWith(key, TRIAL)
  if (await isSignedBy(key.publicKey, { message: TRIAL, signature })) return
  throw new DomainError('corrupt', 'Cannot import key: what it signs does not verify')
}

function keyOfData(type: KeyType, { privateData, publicData }: KeyData): PrivateKey {
  return {
    type,
    message: encodeKeyMessage({ type, data: privateData }),
    publicKey: encodeKeyMessage({ type, data: publicData }),
  }
}
