import { blake2b, blake2s } from '@noble/hashes/blake2.js'
import { blake3 } from '@noble/hashes/blake3.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha512_224, sha512_256, sha256 as syncSha256 } from '@noble/hashes/sha2.js'
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

/** A multihash function. */
export interface Hasher {
  readonly name: string
  readonly code: number
  /**
   * Computes the whole digest. Shorter multihashes are its beginning. A function with digests of any length computes
   * one of `lengthBytes`.
   */
  digest(bytes: Uint8Array, lengthBytes?: number): Promise<Uint8Array>
}

/** The hasher of a multicodec name or number. `undefined` for an unknown one. `sha3` is the old name of `sha3-512`. */
export function hasherFor(nameOrCode: string | number): Hasher | undefined {
  if (typeof nameOrCode === 'number') return byCode.get(nameOrCode)
  return byName.get(nameOrCode === 'sha3' ? 'sha3-512' : nameOrCode)
}

/**
 * Up to this size, 4 KiB with its UnixFS node, hashing synchronously is faster than waiting for the threads of
 * Web Crypto. Most small files, directories and shards are below it.
 */
let hashedInStepBytes = 4352

/** Sets the size up to which sha2-256 is computed synchronously. For a host whose Web Crypto has no threads. */
export function hashInStepUpTo(sizeBytes: number): void {
  hashedInStepBytes = sizeBytes
}

const webSha256 = web('sha2-256', 0x12, 'SHA-256')

const sha256: Hasher = {
  ...webSha256,
  digest: async (bytes) =>
    bytes.byteLength <= hashedInStepBytes ? syncSha256(bytes) : webSha256.digest(bytes),
}

/** All supported hash functions, ordered by number. */
export const hashers: readonly Hasher[] = [
  { name: 'identity', code: 0x00, digest: async (bytes) => bytes },
  own('sha1', 0x11, sha1),
  sha256,
  web('sha2-512', 0x13, 'SHA-512'),
  own('sha3-512', 0x14, sha3_512),
  own('sha3-384', 0x15, sha3_384),
  own('sha3-256', 0x16, sha3_256),
  own('sha3-224', 0x17, sha3_224),
  own('shake-128', 0x18, (bytes) => shake128(bytes, { dkLen: 32 })),
  own('shake-256', 0x19, (bytes) => shake256(bytes, { dkLen: 64 })),
  own('keccak-224', 0x1a, keccak_224),
  own('keccak-256', 0x1b, keccak_256),
  own('keccak-384', 0x1c, keccak_384),
  own('keccak-512', 0x1d, keccak_512),
  {
    name: 'blake3',
    code: 0x1e,
    digest: async (bytes, lengthBytes = 32) =>
      blake3(bytes, { dkLen: Math.min(Math.max(lengthBytes, 32), 128) }),
  },
  web('sha2-384', 0x20, 'SHA-384'),
  { name: 'dbl-sha2-256', code: 0x56, digest: async (bytes) => sha256.digest(await sha256.digest(bytes)) },
  own('sha2-224', 0x1013, sha224),
  own('sha2-512-224', 0x1014, sha512_224),
  own('sha2-512-256', 0x1015, sha512_256),
  ...sizes(64).map((dkLen) =>
    own(`blake2b-${dkLen * 8}`, 0xb200 + dkLen, (bytes) => blake2b(bytes, { dkLen })),
  ),
  ...sizes(32).map((dkLen) =>
    own(`blake2s-${dkLen * 8}`, 0xb240 + dkLen, (bytes) => blake2s(bytes, { dkLen })),
  ),
]

const byName = new Map(hashers.map((hasher) => [hasher.name, hasher]))
const byCode = new Map(hashers.map((hasher) => [hasher.code, hasher]))

function web(name: string, code: number, algorithm: string): Hasher {
  return {
    name,
    code,
    async digest(bytes) {
      const plain = isPlain(bytes) ? bytes : new Uint8Array(bytes)
      return new Uint8Array(await crypto.subtle.digest(algorithm, plain))
    },
  }
}

/** Web Crypto rejects shared memory. */
function isPlain(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer
}

function own(name: string, code: number, hash: (bytes: Uint8Array) => Uint8Array): Hasher {
  return { name, code, digest: async (bytes) => hash(bytes) }
}

function sizes(last: number): number[] {
  return Array.from({ length: last }, (_, at) => at + 1)
}
