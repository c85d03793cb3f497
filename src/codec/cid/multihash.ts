import * as Digest from 'multiformats/hashes/digest'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { DomainError } from '../../errors.ts'
import { equalBytes } from '../bytes/bytes.ts'
import { type CID, IDENTITY_CODE } from './cid.ts'
import { type Hasher, hasherFor } from './hashers.ts'

/** Minimum and maximum size of a digest. The maximum also limits the inline bytes of an identity multihash. */
const MIN_DIGEST_BYTES = 20
const MAX_DIGEST_BYTES = 128

/** Names that the reference implementation knows, and refuses to hash with. */
const WEAK_NAMES: readonly string[] = [
  'murmur3-x64-64',
  'md5',
  'sha2-256-trunc254-padded',
  'x11',
  'poseidon-bls12_381-a2-fc1',
]

/** The hasher for new blocks by its multicodec name. `undefined` for an unknown one. Throws as `assertSecureHash()`. */
export function hasherForNew(name: string): Hasher | undefined {
  if (WEAK_NAMES.includes(name)) throw insecure()
  return hasherFor(name)
}

/** Hashes `bytes` to a multihash. `lengthBytes` truncates the digest; -1 keeps all of it. */
export async function hashBytes(
  hasher: Hasher,
  bytes: Uint8Array,
  lengthBytes = -1,
): Promise<MultihashDigest> {
  const digest = await hasher.digest(bytes, lengthBytes < 0 ? undefined : lengthBytes)
  return Digest.create(hasher.code, lengthBytes < 0 ? digest : digest.subarray(0, lengthBytes))
}

/**
 * Checks that a multihash is secure enough to store or read a block: a collision-resistant function (sha1 is
 * allowed, for git) and a digest of 20 to 128 bytes. Identity has no minimum.
 *
 * Throws `invalid-argument` otherwise. Spec: `/add`, `/block/put` and `/dag/put` refuse weak functions.
 */
export function assertSecureHash({ code, digest }: Pick<MultihashDigest, 'code' | 'digest'>): void {
  if (!isSecureHash(code)) throw insecure()
  if (code !== IDENTITY_CODE && digest.byteLength < MIN_DIGEST_BYTES) {
    throw new DomainError('invalid-argument', `hashes must be at ${MIN_DIGEST_BYTES} least bytes long`)
  }
  if (digest.byteLength > MAX_DIGEST_BYTES) {
    throw new DomainError('invalid-argument', `hashes must be at most ${MAX_DIGEST_BYTES} bytes long`)
  }
}

/** Checks that `bytes` hash to `cid`. Throws `corrupt` when they do not, `unsupported` for an unknown hash function. */
export async function verifyBlock(cid: CID, bytes: Uint8Array): Promise<void> {
  const hasher = hasherFor(cid.multihash.code)
  if (hasher === undefined) {
    throw new DomainError('unsupported', `unknown multihash function: 0x${cid.multihash.code.toString(16)}`)
  }
  const claimed = cid.multihash.digest
  const digest = await hasher.digest(bytes, claimed.byteLength)
  if (claimed.byteLength === 0 && digest.byteLength > 0) throw mismatch(cid)
  if (!equalBytes(digest.subarray(0, claimed.byteLength), claimed)) throw mismatch(cid)
  if (hasher.code === IDENTITY_CODE && digest.byteLength !== claimed.byteLength) throw mismatch(cid)
}

function insecure(): DomainError {
  return new DomainError('invalid-argument', 'potentially insecure hash functions not allowed')
}

function mismatch(cid: CID): DomainError {
  return new DomainError('corrupt', `block in storage has different hash than requested: ${cid}`)
}

/**
 * True for these multicodec ranges: identity to blake3, sha2-384, double sha2-256, the rest of sha2, blake2b
 * and blake2s from 160 bits.
 */
export function isSecureHash(code: number): boolean {
  if (code === 0x18) return false
  return (
    code === IDENTITY_CODE ||
    (code >= 0x11 && code <= 0x1e) ||
    code === 0x20 ||
    code === 0x56 ||
    (code >= 0x1013 && code <= 0x1015) ||
    (code >= 0xb214 && code <= 0xb240) ||
    (code >= 0xb254 && code <= 0xb260)
  )
}
