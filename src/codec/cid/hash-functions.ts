import { blake2b, blake2s } from '@noble/hashes/blake2.js'
import { blake3 } from '@noble/hashes/blake3.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha512_224, sha512_256 } from '@noble/hashes/sha2.js'
import {
  keccak_224,
  keccak_256,
  keccak_384,
  keccak_512,
  sha3_224,
  sha3_256,
  sha3_384,
  sha3_512,
  shake128,
  shake256,
} from '@noble/hashes/sha3.js'

/** Computes the digest, of `lengthBytes` where the function has digests of any length. */
export type HashFunction = (bytes: Uint8Array, lengthBytes: number | undefined) => Uint8Array

/** The hash functions that Web Crypto lacks, by name. Few CIDs need one, so they are loaded at first use. */
export const hashFunctions: ReadonlyMap<string, HashFunction> = new Map<string, HashFunction>([
  ['sha1', sha1],
  ['sha3-512', sha3_512],
  ['sha3-384', sha3_384],
  ['sha3-256', sha3_256],
  ['sha3-224', sha3_224],
  ['shake-128', (bytes) => shake128(bytes, { dkLen: 32 })],
  ['shake-256', (bytes) => shake256(bytes, { dkLen: 64 })],
  ['keccak-224', keccak_224],
  ['keccak-256', keccak_256],
  ['keccak-384', keccak_384],
  ['keccak-512', keccak_512],
  ['blake3', (bytes, lengthBytes = 32) => blake3(bytes, { dkLen: Math.min(Math.max(lengthBytes, 32), 128) })],
  ['sha2-224', sha224],
  ['sha2-512-224', sha512_224],
  ['sha2-512-256', sha512_256],
])

/** `blake2b` and `blake2s`, whose lengths are functions of their own. */
export function blake2(variant: 'b' | 's', bytes: Uint8Array, lengthBytes: number): Uint8Array {
  return (variant === 'b' ? blake2b : blake2s)(bytes, { dkLen: lengthBytes })
}
