import { DomainError } from '../../errors.ts'
import { bitsOf, contentOf, DER, der, oid, readDer, readDerValues, smallNumberOf } from './der.ts'

/** Algorithm of elliptic-curve keys in PKCS #8; the parameters name the curve. Spec: RFC 5480, section 2.1.1. */
export const EC_ALGORITHM = oid('1.2.840.10045.2.1')

/** An `ECPrivateKey`. Spec: RFC 5915, section 3. */
export interface EcPrivateKey {
  /** The scalar, in as many bytes as the order of the curve. */
  readonly secret: Uint8Array
  /** The object identifier of the curve as one DER value. Absent inside PKCS #8, whose parameters have it. */
  readonly curve?: Uint8Array | undefined
  /** The public point, uncompressed. */
  readonly publicPoint?: Uint8Array | undefined
}

export function writeEcPrivateKey({ secret, curve, publicPoint }: EcPrivateKey): Uint8Array<ArrayBuffer> {
  return der(
    DER.sequence,
    der(DER.integer, Uint8Array.of(1)),
    der(DER.octetString, secret),
    ...(curve ? [der(DER.explicit0, curve)] : []),
    ...(publicPoint ? [der(DER.explicit1, der(DER.bitString, Uint8Array.of(0), publicPoint))] : []),
  )
}

/** Reads an `ECPrivateKey`. Throws `corrupt`. */
export function readEcPrivateKey(bytes: Uint8Array): EcPrivateKey {
  const [version, secret, ...optional] = readDerValues(readDer(bytes, DER.sequence))
  if (smallNumberOf(version) !== 1) {
    throw new DomainError('corrupt', 'asn1: structure error: not a version of an EC private key')
  }
  const point = optional.find(({ tag }) => tag === DER.explicit1)
  return {
    secret: contentOf(secret, DER.octetString),
    curve: optional.find(({ tag }) => tag === DER.explicit0)?.content,
    publicPoint: point && bitsOf(readDerValues(point.content)[0]),
  }
}
