import { fromBase64Url } from '../../codec/bytes/base64url.ts'
import { equalBytes, joinBytes } from '../../codec/bytes/bytes.ts'
import { DomainError } from '../../errors.ts'
import type { KeyAlgorithm } from '../key-algorithm.ts'
import { bitsOf, DER, der, derUnsigned, oid, readDer, readDerValues, unsignedOf } from './der.ts'
import { EC_ALGORITHM, type EcPrivateKey, readEcPrivateKey, writeEcPrivateKey } from './ec-private-key.ts'
import { type Pkcs8Converter, readAlgorithm, writePkcs8 } from './pkcs8.ts'

interface Curve {
  readonly namedCurve: string
  /** The object identifier as one DER value. */
  readonly id: Uint8Array
  /** Bytes of a scalar and of a coordinate. */
  readonly sizeBytes: number
}

const CURVES: readonly Curve[] = [
  { namedCurve: 'P-256', id: der(DER.oid, oid('1.2.840.10045.3.1.7')), sizeBytes: 32 },
  { namedCurve: 'P-384', id: der(DER.oid, oid('1.3.132.0.34')), sizeBytes: 48 },
  { namedCurve: 'P-521', id: der(DER.oid, oid('1.3.132.0.35')), sizeBytes: 66 },
]

const SIGNING = { name: 'ECDSA', hash: 'SHA-256' }

/**
 * ECDSA over NIST curves with sha2-256. The private data is an `ECPrivateKey`, the public data a
 * `SubjectPublicKeyInfo`, a signature is DER. Keys of this kind are only imported, as on other implementations.
 * Spec: RFC 5915, section 3; RFC 5480, section 2.
 */
export const ecdsa: KeyAlgorithm & Pkcs8Converter = {
  async read(data) {
    const { secret, curve: id, publicPoint } = readEcPrivateKey(data)
    const curve = curveOf(id)
    if (secret.byteLength !== curve.sizeBytes)
      throw fault(`expected ${curve.namedCurve} scalar of ${curve.sizeBytes} bytes`)
    const point = publicPoint ? Uint8Array.from(publicPoint) : await publicPointOf(curve, secret)
    if (publicPoint && !(await isPair(curve, { secret, publicPoint: point }))) {
      throw fault('expected EC public key to match the private key')
    }
    return {
      privateData: writeEcPrivateKey({ secret, curve: curve.id, publicPoint: point }),
      publicData: publicKeyInfo(curve, point),
    }
  },

  async sign(privateData, message) {
    const pair = readEcPrivateKey(privateData)
    const curve = curveOf(pair.curve)
    const key = await importPrivate(curve, pair)
    const signature = new Uint8Array(await crypto.subtle.sign(SIGNING, key, Uint8Array.from(message)))
    const halves = [signature.subarray(0, curve.sizeBytes), signature.subarray(curve.sizeBytes)]
    return der(DER.sequence, ...halves.map(derUnsigned))
  },

  async verify(publicData, { message, signature }) {
    try {
      const { namedCurve, sizeBytes } = curveOfPublic(publicData)
      const key = await importPublic(namedCurve, publicData)
      const [r, s] = readDerValues(readDer(signature, DER.sequence)).map(unsignedOf)
      if (!r || !s || r.byteLength > sizeBytes || s.byteLength > sizeBytes) return false
      const halves = joinBytes([padded(r, sizeBytes), padded(s, sizeBytes)])
      return await crypto.subtle.verify(SIGNING, key, halves, Uint8Array.from(message))
    } catch {
      return false
    }
  },

  async toPkcs8({ privateData }) {
    const { curve, ...key } = readEcPrivateKey(privateData)
    return { algorithm: EC_ALGORITHM, parameters: curveOf(curve).id, privateKey: writeEcPrivateKey(key) }
  },

  fromPkcs8({ algorithm, parameters, privateKey }) {
    if (!equalBytes(algorithm, EC_ALGORITHM)) return undefined
    const curve = CURVES.find(({ id }) => equalBytes(id, parameters))
    return curve && ecdsa.read(writeEcPrivateKey({ ...readEcPrivateKey(privateKey), curve: curve.id }))
  },
}

function curveOf(id: Uint8Array | undefined): Curve {
  const curve = CURVES.find((known) => id && equalBytes(known.id, id))
  if (!curve) throw fault('unknown elliptic curve')
  return curve
}

function curveOfPublic(publicData: Uint8Array): Curve {
  const [identifier, point] = readDerValues(readDer(publicData, DER.sequence))
  bitsOf(point)
  const { parameters } = readAlgorithm(identifier)
  return curveOf(parameters && der(parameters.tag, parameters.content))
}

/** Whether a signature of the secret verifies with the point. Some engines do not compare the two on import. */
async function isPair(
  curve: Curve,
  pair: { readonly secret: Uint8Array; readonly publicPoint: Uint8Array<ArrayBuffer> },
): Promise<boolean> {
  try {
    const privateKey = await importPrivate(curve, pair)
    const publicKey = await importPublic(curve.namedCurve, publicKeyInfo(curve, pair.publicPoint))
    const signature = await crypto.subtle.sign(SIGNING, privateKey, pair.publicPoint)
    return await crypto.subtle.verify(SIGNING, publicKey, signature, pair.publicPoint)
  } catch {
    return false
  }
}

/**
 * Computes the public point, which Web Crypto exports only as JWK. Firefox imports no secret without its point, and
 * the key is not valid there.
 */
async function publicPointOf(
  { sizeBytes, ...curve }: Curve,
  secret: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await importPrivate({ sizeBytes, ...curve }, { secret }, true)
  const exported: ArrayBuffer | JsonWebKey = await crypto.subtle.exportKey('jwk', key)
  const [x, y] = 'x' in exported ? [exported.x, exported.y].map((text) => fromBase64Url(text ?? '')) : []
  if (!x || !y) throw new TypeError('Cannot read public key: the exported key has none')
  return joinBytes([Uint8Array.of(4), padded(x, sizeBytes), padded(y, sizeBytes)])
}

/** Imports the public point too where there is one: Firefox needs it. */
async function importPrivate(
  { namedCurve, id }: Curve,
  { secret, publicPoint }: EcPrivateKey,
  extractable = false,
): Promise<CryptoKey> {
  const privateKey = writeEcPrivateKey({ secret, publicPoint })
  const pkcs8 = { algorithm: EC_ALGORITHM, parameters: id, privateKey }
  try {
    const algorithm = { name: SIGNING.name, namedCurve }
    return await crypto.subtle.importKey('pkcs8', writePkcs8(pkcs8), algorithm, extractable, ['sign'])
  } catch (cause) {
    throw new DomainError('corrupt', 'EC key is not valid', { cause })
  }
}

function importPublic(namedCurve: string, publicData: Uint8Array): Promise<CryptoKey> {
  const algorithm = { name: SIGNING.name, namedCurve }
  return crypto.subtle.importKey('spki', Uint8Array.from(publicData), algorithm, false, ['verify'])
}

function publicKeyInfo({ id }: Curve, point: Uint8Array): Uint8Array {
  const identifier = der(DER.sequence, der(DER.oid, EC_ALGORITHM), id)
  return der(DER.sequence, identifier, der(DER.bitString, Uint8Array.of(0), point))
}

function padded(bytes: Uint8Array, sizeBytes: number): Uint8Array {
  return joinBytes([new Uint8Array(Math.max(0, sizeBytes - bytes.byteLength)), bytes])
}

function fault(reason: string): DomainError {
  return new DomainError('corrupt', reason)
}
