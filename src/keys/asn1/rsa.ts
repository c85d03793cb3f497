import { equalBytes } from '../../codec/bytes/bytes.ts'
import { DomainError } from '../../errors.ts'
import type { GenerateOptions, KeyAlgorithm, KeyData } from '../key-algorithm.ts'
import {
  bitsOf,
  DER,
  der,
  derUnsigned,
  oid,
  readDer,
  readDerValues,
  smallNumberOf,
  unsignedOf,
} from './der.ts'
import { type Pkcs8Converter, readAlgorithm, readPkcs8, writePkcs8 } from './pkcs8.ts'

const MIN_BITS = 2048
/** Larger keys take minutes to generate in JavaScript engines. */
const MAX_GENERATED_BITS = 4096
/** Limit for verification, the same as in other implementations. */
const MAX_BITS = 8192

const ALGORITHM = oid('1.2.840.113549.1.1.1')
const PARAMETERS = der(DER.null)
const SIGNING = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const EXPONENT = Uint8Array.of(1, 0, 1)

/**
 * RSA with PKCS #1 v1.5 and sha2-256. The private data is an `RSAPrivateKey` of PKCS #1, the public data a
 * `SubjectPublicKeyInfo`. Spec: RFC 8017, appendix A.1; RFC 5280, section 4.1.
 */
export const rsa: KeyAlgorithm & Pkcs8Converter = {
  async read(data) {
    const [version, modulus, exponent] = readDerValues(readDer(data, DER.sequence))
    if (smallNumberOf(version) !== 0) throw fault('RSA key of more than two primes')
    checkSize(unsignedOf(modulus))
    const publicData = publicKeyInfo(unsignedOf(modulus), unsignedOf(exponent))
    await importPrivate(data)
    return { privateData: data, publicData }
  },

  async sign(privateData, message) {
    const key = await importPrivate(privateData)
    return new Uint8Array(await crypto.subtle.sign(SIGNING, key, Uint8Array.from(message)))
  },

  async verify(publicData, { message, signature }) {
    try {
      checkSize(modulusOf(publicData))
      const key = await crypto.subtle.importKey('spki', Uint8Array.from(publicData), SIGNING, false, [
        'verify',
      ])
      return await crypto.subtle.verify(SIGNING, key, Uint8Array.from(signature), Uint8Array.from(message))
    } catch {
      return false
    }
  },

  generate,

  toPkcs8: async ({ privateData }) => ({
    algorithm: ALGORITHM,
    parameters: PARAMETERS,
    privateKey: privateData,
  }),

  fromPkcs8: ({ algorithm, privateKey }) =>
    equalBytes(algorithm, ALGORITHM) ? rsa.read(privateKey) : undefined,
}

/** Generates a key with Web Crypto's own randomness: it accepts none from outside. */
async function generate({ sizeBits = MIN_BITS, signal }: GenerateOptions): Promise<KeyData> {
  if (sizeBits < MIN_BITS) throw badSize(`rsa keys must be >= ${MIN_BITS} bits to be useful`)
  if (sizeBits > MAX_GENERATED_BITS) throw badSize(`rsa keys must be <= ${MAX_GENERATED_BITS} bits`)
  signal?.throwIfAborted()
  const bytes = await exportedPair(sizeBits).catch((cause: unknown) => {
    const message = `Cannot create rsa key of ${sizeBits} bits: this host makes none of this size`
    throw new DomainError('unsupported', message, { cause })
  })
  return rsa.read(readPkcs8(bytes).privateKey)
}

async function exportedPair(sizeBits: number): Promise<Uint8Array> {
  const options = { ...SIGNING, modulusLength: sizeBits, publicExponent: EXPONENT }
  const made: CryptoKeyPair | CryptoKey = await crypto.subtle.generateKey(options, true, ['sign', 'verify'])
  if (!('privateKey' in made)) throw new TypeError('Cannot export key: no pair')
  const exported: ArrayBuffer | JsonWebKey = await crypto.subtle.exportKey('pkcs8', made.privateKey)
  if (!(exported instanceof ArrayBuffer)) throw new TypeError('Cannot export key: not bytes')
  return new Uint8Array(exported)
}

async function importPrivate(privateData: Uint8Array): Promise<CryptoKey> {
  const bytes = writePkcs8({ algorithm: ALGORITHM, parameters: PARAMETERS, privateKey: privateData })
  try {
    return await crypto.subtle.importKey('pkcs8', bytes, SIGNING, false, ['sign'])
  } catch (cause) {
    throw new DomainError('corrupt', 'RSA key is not valid', { cause })
  }
}

function publicKeyInfo(modulus: Uint8Array, exponent: Uint8Array): Uint8Array {
  const key = der(DER.sequence, derUnsigned(modulus), derUnsigned(exponent))
  return der(
    DER.sequence,
    der(DER.sequence, der(DER.oid, ALGORITHM), PARAMETERS),
    der(DER.bitString, Uint8Array.of(0), key),
  )
}

function modulusOf(publicData: Uint8Array): Uint8Array {
  const [identifier, key] = readDerValues(readDer(publicData, DER.sequence))
  if (!equalBytes(readAlgorithm(identifier).algorithm, ALGORITHM)) throw fault('not an RSA key')
  return unsignedOf(readDerValues(readDer(bitsOf(key), DER.sequence))[0])
}

function checkSize(modulus: Uint8Array): void {
  const bits = modulus.byteLength * 8 - Math.clz32(modulus[0] ?? 0) + 24
  if (bits < MIN_BITS) throw fault(`rsa keys must be >= ${MIN_BITS} bits to be useful`)
  if (bits > MAX_BITS) throw fault(`rsa keys must be <= ${MAX_BITS} bits`)
}

function badSize(reason: string): DomainError {
  return new DomainError('invalid-argument', reason)
}

function fault(reason: string): DomainError {
  return new DomainError('corrupt', reason)
}
