import { equalBytes } from '../../codec/bytes/bytes.ts'
import { DomainError } from '../../errors.ts'
import { ed25519Pair } from '../ed25519.ts'
import type { KeyType } from '../key-algorithm.ts'
import { decodeKeyMessage, type PrivateKey, privateKeyOf } from '../key-message.ts'
import { ASN1_ALGORITHMS } from './asn1-algorithms.ts'
import { DER, der, oid, readDer } from './der.ts'
import { type Pkcs8Converter, readPkcs8, writePkcs8 } from './pkcs8.ts'

const SEED_BYTES = 32

const ALGORITHM = oid('1.3.101.112')

/** Ed25519 in PKCS #8: the seed alone. Spec: RFC 8410, section 7. */
const ed25519Pkcs8: Pkcs8Converter = {
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

const CONVERTERS: Readonly<Record<KeyType, Pkcs8Converter>> = { ed25519: ed25519Pkcs8, ...ASN1_ALGORITHMS }

/** Reads plain PKCS #8. Throws `corrupt`, and `unsupported` for a key type that libp2p lacks. */
export async function readPkcs8Key(bytes: Uint8Array): Promise<PrivateKey> {
  const key = readPkcs8(bytes)
  for (const [type, converter] of Object.entries(CONVERTERS)) {
    const read = converter.fromPkcs8(key)
    if (read) return privateKeyOf(type as KeyType, await read)
  }
  throw new DomainError('unsupported', 'converting std Go key to libp2p key: invalid or unsupported key type')
}

/** Encodes a key as plain PKCS #8. */
export async function pkcs8OfKey(key: PrivateKey): Promise<Uint8Array<ArrayBuffer>> {
  return writePkcs8(
    await CONVERTERS[key.type].toPkcs8({
      privateData: decodeKeyMessage(key.message).data,
      publicData: decodeKeyMessage(key.publicKey).data,
    }),
  )
}
