import { fromBase64Url } from '../codec/bytes/base64url.ts'
import { equalBytes, joinBytes } from '../codec/bytes/bytes.ts'
import { DomainError } from '../errors.ts'
import { DER, der, oid, readDer } from './asn1/der.ts'
import { writePkcs8 } from './asn1/pkcs8.ts'
import type { KeyAlgorithm, KeyData } from './key-algorithm.ts'

const SEED_BYTES = 32
/** Sizes of the private data: seed and public key. An older form repeats the public key. */
const SIZES = [2 * SEED_BYTES, 3 * SEED_BYTES]

const ALGORITHM = oid('1.3.101.112')
const NAME = { name: 'Ed25519' }

/** Ed25519: the data is the seed and the public key, 32 bytes each. Spec: RFC 8032; RFC 8410 for PKCS #8. */
export const ed25519: KeyAlgorithm = {
  async read(data) {
    if (!SIZES.includes(data.byteLength)) {
      throw fault(`expected ed25519 data size to be 64 or 96, got ${data.byteLength}`)
    }
    const key = await pairOf(data.slice(0, SEED_BYTES))
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

  generate: ({ random }) => pairOf(random.bytes(SEED_BYTES)),

  toPkcs8: async ({ privateData }) => pkcs8Of(privateData.subarray(0, SEED_BYTES)),

  fromPkcs8({ algorithm, privateKey }) {
    if (!equalBytes(algorithm, ALGORITHM)) return undefined
    const seed = readDer(privateKey, DER.octetString)
    if (seed.byteLength !== SEED_BYTES) {
      throw fault(`expected ed25519 seed size to be 32, got ${seed.byteLength}`)
    }
    return pairOf(seed)
  },
}

/** Derives the key pair of a seed of 32 bytes. */
async function pairOf(seed: Uint8Array): Promise<KeyData> {
  const key = await importSeed(seed, true)
  const exported: ArrayBuffer | JsonWebKey = await crypto.subtle.exportKey('jwk', key)
  // Web Crypto exports the public key of a private key only as JWK.
  const publicData = 'x' in exported && exported.x !== undefined ? fromBase64Url(exported.x) : undefined
  if (!publicData) throw new TypeError('Cannot read public key: the exported key has none')
  return { privateData: joinBytes([seed, publicData]), publicData }
}

function importSeed(seed: Uint8Array, extractable = false): Promise<CryptoKey> {
  return crypto.subtle.importKey('pkcs8', writePkcs8(pkcs8Of(seed)), NAME, extractable, ['sign'])
}

function pkcs8Of(seed: Uint8Array) {
  return { algorithm: ALGORITHM, parameters: new Uint8Array(0), privateKey: der(DER.octetString, seed) }
}

function fault(reason: string): DomainError {
  return new DomainError('corrupt', reason)
}
