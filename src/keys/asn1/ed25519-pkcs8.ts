import { equalBytes } from '../../codec/bytes/bytes.ts'
import { DomainError } from '../../errors.ts'
import { ed25519Pair } from '../ed25519.ts'
import { DER, der, oid, readDer } from './der.ts'
import type { Pkcs8Converter } from './pkcs8.ts'

const SEED_BYTES = 32

const ALGORITHM = oid('1.3.101.112')

/** Ed25519 in PKCS #8: the seed alone. Spec: RFC 8410, section 7. */
export const ed25519Pkcs8: Pkcs8Converter = {
  toPkcs8: async ({ privateData }) => ({
    algorithm: ALGORITHM,
    parameters: new Uint8Array(0),
    privateKey: der(DER.octetString, privateData.subarray(0, SEED_BYTES)),
  }),

  fromPkcs8({ algorithm, privateKey }) {
    if (!equalBytes(algorithm, ALGORITHM)) return undefined
    const seed = readDer(privateKey, DER.octetString)
    if (seed.byteLength === SEED_BYTES) return ed25519Pair(seed)
    throw new DomainError('corrupt', `expected ed25519 seed size to be 32, got ${seed.byteLength}`)
  },
}
