import { DomainError } from '../errors.ts'
import { loadCode } from '../state/load-code.ts'
import { ed25519 } from './ed25519.ts'
import type { GenerateOptions, KeyAlgorithm, KeyType, Signed } from './key-algorithm.ts'
import { decodeKeyMessage, KEY_TYPES, type PrivateKey, privateKeyOf } from './key-message.ts'

/**
 * Generates a key. Throws `invalid-argument` for a type that cannot be generated and for a size out of range,
 * `unavailable` when the code of the type cannot be loaded.
 */
export async function generateKey(name: string, options: GenerateOptions): Promise<PrivateKey> {
  const type = KEY_TYPES.find((known) => known === name)
  const generate = type && (await algorithmOf(type)).generate
  if (!generate) throw new DomainError('invalid-argument', `unrecognized key type: ${name}`)
  return privateKeyOf(type, await generate(options))
}

/** Reads a `PrivateKey` message of any type. Throws `corrupt`, and `unavailable` like {@link generateKey}. */
export async function readPrivateKey(message: Uint8Array): Promise<PrivateKey> {
  const { type, data } = decodeKeyMessage(message)
  return privateKeyOf(type, await (await algorithmOf(type)).read(data))
}

/** Throws `unavailable` like {@link generateKey}. */
export async function signWith(key: PrivateKey, message: Uint8Array): Promise<Uint8Array> {
  return (await algorithmOf(key.type)).sign(decodeKeyMessage(key.message).data, message)
}

/**
 * Verifies a signature with a `PublicKey` message. Throws `corrupt` for a malformed message, and `unavailable` like
 * {@link generateKey}.
 */
export async function isSignedBy(publicKey: Uint8Array, signed: Signed): Promise<boolean> {
  const { type, data } = decodeKeyMessage(publicKey)
  return (await algorithmOf(type)).verify(data, signed)
}

/** A message that a new key signs as a test before it is stored. */
const TRIAL = new TextEncoder().encode('trial')

/** Throws `corrupt` when the private and the public part of a key do not match. */
export async function checkKey(key: PrivateKey): Promise<void> {
  const signature = await signWith(key, TRIAL)
  if (await isSignedBy(key.publicKey, { message: TRIAL, signature })) return
  throw new DomainError('corrupt', 'Cannot import key: what it signs does not verify')
}

/** Every node has an Ed25519 key, its identity. Few have another, so the first one loads the code of its type. */
async function algorithmOf(type: KeyType): Promise<KeyAlgorithm> {
  if (type === 'ed25519') return ed25519
  const { ASN1_ALGORITHMS } = await loadCode(
    `keys of type ${type}`,
    () => import('./asn1/asn1-algorithms.ts'),
  )
  return ASN1_ALGORITHMS[type]
}
