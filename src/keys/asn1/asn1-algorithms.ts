import type { KeyAlgorithm, KeyType } from '../key-algorithm.ts'
import { ecdsa } from './ecdsa.ts'
import type { Pkcs8Converter } from './pkcs8.ts'
import { rsa } from './rsa.ts'
import { secp256k1 } from './secp256k1.ts'

/** Key types whose keys or signatures are ASN.1. */
export const ASN1_ALGORITHMS: Readonly<Record<Exclude<KeyType, 'ed25519'>, KeyAlgorithm & Pkcs8Converter>> = {
  rsa,
  secp256k1,
  ecdsa,
}
