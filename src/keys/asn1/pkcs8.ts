import { DomainError } from '../../errors.ts'
import type { KeyData } from '../key-algorithm.ts'
import { contentOf, DER, type DerValue, der, readDer, readDerValues, smallNumberOf } from './der.ts'

/** A private key in PKCS #8. Spec: RFC 5958, section 2. */
export interface Pkcs8Key {
  /** Content of the algorithm's object identifier. */
  readonly algorithm: Uint8Array
  /** Parameters of the algorithm as one DER value; empty for none. */
  readonly parameters: Uint8Array
  readonly privateKey: Uint8Array
}

/** Converts keys of one type to PKCS #8 and back. */
export interface Pkcs8Converter {
  toPkcs8(key: KeyData): Promise<Pkcs8Key>
  /** `undefined` for a key of another type. Throws `corrupt`, synchronously or by rejecting. */
  fromPkcs8(key: Pkcs8Key): Promise<KeyData> | undefined
}

/** Version 2 may have attributes and a public key, which are ignored. */
const VERSIONS = [0, 1]

/** Encodes a private key as plain PKCS #8. Spec: RFC 5958, section 2. */
export function writePkcs8({ algorithm, parameters, privateKey }: Pkcs8Key): Uint8Array<ArrayBuffer> {
  return der(
    DER.sequence,
    der(DER.integer, Uint8Array.of(0)),
    der(DER.sequence, der(DER.oid, algorithm), parameters),
    der(DER.octetString, privateKey),
  )
}

/** Decodes plain PKCS #8. Throws `corrupt`. */
export function readPkcs8(bytes: Uint8Array): Pkcs8Key {
  const [version, identifier, privateKey] = readDerValues(readDer(bytes, DER.sequence))
  if (!VERSIONS.includes(smallNumberOf(version))) {
    throw new DomainError('corrupt', 'asn1: structure error: not a version of PKCS #8')
  }
  const { algorithm, parameters } = readAlgorithm(identifier)
  return {
    algorithm,
    parameters: parameters ? der(parameters.tag, parameters.content) : new Uint8Array(0),
    privateKey: contentOf(privateKey, DER.octetString),
  }
}

/** Decodes an `AlgorithmIdentifier`. Throws `corrupt`. Spec: RFC 5280, section 4.1.1.2. */
export function readAlgorithm(value: DerValue | undefined): {
  readonly algorithm: Uint8Array
  readonly parameters: DerValue | undefined
} {
  const [algorithm, parameters] = readDerValues(contentOf(value, DER.sequence))
  return { algorithm: contentOf(algorithm, DER.oid), parameters }
}
