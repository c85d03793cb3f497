import { sha256 as syncSha256 } from '@noble/hashes/sha2.js'
import { SHA2_256_CODE } from './cid.ts'

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
const HASHED_IN_STEP_BYTES = 4352

let hashedInStepBytes = HASHED_IN_STEP_BYTES

/**
 * Sets the size up to which sha2-256 is computed synchronously, or sets it back. For a host whose Web Crypto has no
 * threads.
 */
export function hashInStepUpTo(sizeBytes = HASHED_IN_STEP_BYTES): void {
  hashedInStepBytes = sizeBytes
}

const webSha256 = web('sha2-256', SHA2_256_CODE, 'SHA-256')

const sha256: Hasher = {
  ...webSha256,
  digest: async (bytes) =>
    bytes.byteLength <= hashedInStepBytes ? syncSha256(bytes) : webSha256.digest(bytes),
}

/** All supported hash functions, ordered by number. */
export const hashers: readonly Hasher[] = [
  { name: 'identity', code: 0x00, digest: async (bytes) => bytes },
  loaded('sha1', 0x11),
  sha256,
  web('sha2-512', 0x13, 'SHA-512'),
  loaded('sha3-512', 0x14),
  loaded('sha3-384', 0x15),
  loaded('sha3-256', 0x16),
  loaded('sha3-224', 0x17),
  loaded('shake-128', 0x18),
  loaded('shake-256', 0x19),
  loaded('keccak-224', 0x1a),
  loaded('keccak-256', 0x1b),
  loaded('keccak-384', 0x1c),
  loaded('keccak-512', 0x1d),
  loaded('blake3', 0x1e),
  web('sha2-384', 0x20, 'SHA-384'),
  { name: 'dbl-sha2-256', code: 0x56, digest: async (bytes) => sha256.digest(await sha256.digest(bytes)) },
  loaded('sha2-224', 0x1013),
  loaded('sha2-512-224', 0x1014),
  loaded('sha2-512-256', 0x1015),
  ...sizes(64).map((lengthBytes) => loadedBlake2('b', 0xb200, lengthBytes)),
  ...sizes(32).map((lengthBytes) => loadedBlake2('s', 0xb240, lengthBytes)),
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

function loaded(name: string, code: number): Hasher {
  return {
    name,
    code,
    async digest(bytes, lengthBytes) {
      const { hashFunctions } = await import('./hash-functions.ts')
      const hash = hashFunctions.get(name)
      if (!hash) throw new TypeError(`Cannot hash: no function "${name}"`)
      return hash(bytes, lengthBytes)
    },
  }
}

function loadedBlake2(variant: 'b' | 's', firstCode: number, lengthBytes: number): Hasher {
  return {
    name: `blake2${variant}-${lengthBytes * 8}`,
    code: firstCode + lengthBytes,
    digest: async (bytes) => (await import('./hash-functions.ts')).blake2(variant, bytes, lengthBytes),
  }
}

function sizes(last: number): number[] {
  return Array.from({ length: last }, (_, at) => at + 1)
}
