import { fromBase64Url } from '../codec/bytes/base64url.ts'
import { equalBytes, joinBytes } from '../codec/bytes/bytes.ts'
import { DomainError } from '../errors.ts'
import type { KeyAlgorithm, KeyData } from './key-algorithm.ts'

const SEED_BYTES = 32
/** Sizes of the private data: seed and public key. An older form repeats the public key. */
const SIZES = [2 * SEED_BYTES, 3 * SEED_BYTES]

const NAME = { name: 'Ed25519' }

/**
 * PKCS #8 before the seed. It is the same for all keys, so that a node with no other keys needs no code for DER. Spec:
 * RFC 8410, section 7.
 */
const PKCS8_HEAD = Uint8Array.of(48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32)

/** Ed25519: the data is the seed and the public key, 32 bytes each. Spec: RFC 8032. */
export const ed25519: KeyAlgorithm = {
  async read(data) {
    if (!SIZES.includes(data.byteLength)) {
      throw fault(`expected ed25519 data size to be 64 or 96, got ${data.byteLength}`)
    }
    const key = await ed25519Pair(data.slice(0, SEED_BYTES))
    for (let at = SEED_BYTES; at < data.byteLength; at += SEED_BYTES) {
      // Signing with a public key that does not match would reveal the private key.
      if (!equalBytes(data.subarray(at, at + SEED_BYTES), key.publicData)) {
        throw fault('expected ed25519 public key to match the private key')
      }
    }
    return key
  },

  async sign(privateData, message) {
    const key = await importSeed(privateData.subarray(0, SEED_BYTES))
    return new Uint8Array(await crypto.subtle.sign(NAME, key, Uint8Array.from(message)))
  },

  async verify(publicData, { message, signature }) {
    try {
      const key = await crypto.subtle.importKey('raw', Uint8Array.from(publicData), NAME, false, ['verify'])
      return await crypto.subtle.verify(NAME, key, Uint8Array.from(signature), Uint8Array.from(message))
    } catch {
      return false
    }
  },

  generate: ({ random }) => ed25519Pair(random.bytes(SEED_BYTES)),
}

/** Derives the key pair of a seed of 32 bytes. */
export async function ed25519Pair(seed: Uint8Array): Promise<KeyData> {
  const key = await importSeed(seed, true)
  const exported: ArrayBuffer | JsonWebKey = await crypto.subtle.exportKey('jwk', key)
  // Web Crypto exports the public key of a private key only as JWK.
  const publicData = 'x' in exported && exported.x !== undefined ? fromBase64Url(exported.x) : undefined
  if (!publicData) throw new TypeError('Cannot read public key: the exported key has none')
  return { privateData: joinBytes([seed, publicData]), publicData }
}

function importSeed(seed: Uint8Array, extractable = false): Promise<CryptoKey> {
  return crypto.subtle.importKey('pkcs8', joinBytes([PKCS8_HEAD, seed]), NAME, extractable, ['sign'])
}

function fault(reason: string): DomainError {
  return new DomainError('corrupt', reason)
}
