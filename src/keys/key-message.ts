import { DomainError } from '../errors.ts'
import { ED25519_SEED_BYTES } from './ed25519.ts'

/**
 * libp2p's `PublicKey` and `PrivateKey` messages for Ed25519: field 1 the type (1), field 2 the bytes. They
 * are deterministic by their specification, so their first four bytes are always these.
 */
const PUBLIC_HEAD = [0x08, 0x01, 0x12, 0x20]
const PRIVATE_HEAD = [0x08, 0x01, 0x12, 0x40]

/** An Ed25519 pair: the secret seed and the public key, 32 bytes each. */
export interface Ed25519Pair {
  readonly seed: Uint8Array
  readonly publicKey: Uint8Array
}

export function encodePublicKey(publicKey: Uint8Array): Uint8Array {
  return Uint8Array.of(...PUBLIC_HEAD, ...publicKey)
}

export function encodePrivateKey({ seed, publicKey }: Ed25519Pair): Uint8Array {
  return Uint8Array.of(...PRIVATE_HEAD, ...seed, ...publicKey)
}

/** Throws `corrupt` when the bytes are not an Ed25519 `PrivateKey` message. */
export function decodePrivateKey(bytes: Uint8Array): Ed25519Pair {
  const length = PRIVATE_HEAD.length + 2 * ED25519_SEED_BYTES
  if (bytes.byteLength !== length || PRIVATE_HEAD.some((byte, at) => bytes[at] !== byte)) {
    throw new DomainError('corrupt', 'Cannot read private key: not an Ed25519 key message')
  }
  const keys = bytes.subarray(PRIVATE_HEAD.length)
  return { seed: keys.slice(0, ED25519_SEED_BYTES), publicKey: keys.slice(ED25519_SEED_BYTES) }
}
