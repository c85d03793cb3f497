import { equalBytes } from '../../codec/bytes/bytes.ts'
import { DomainError } from '../../errors.ts'
import type { KeyAlgorithm, KeyData } from '../key-algorithm.ts'
import { DER, der, oid } from './der.ts'
import { EC_ALGORITHM, readEcPrivateKey, writeEcPrivateKey } from './ec-private-key.ts'
import type { Pkcs8Converter } from './pkcs8.ts'

const SECRET_BYTES = 32
/** More bytes than the secret has, so that the reduction modulo the order of the curve is unbiased. */
const SEED_BYTES = 48

const CURVE = der(DER.oid, oid('1.3.132.0.10'))

/** Web Crypto lacks this curve. Loaded on first use, since few nodes have such a key. */
const load = async () => (await import('./secp256k1-curve.ts')).secp256k1

/**
 * ECDSA over secp256k1 with sha2-256. The private data is the scalar of 32 bytes, the public data the compressed
 * point of 33, a signature is DER. Spec: SEC 2, section 2.4.1.
 */
export const secp256k1: KeyAlgorithm & Pkcs8Converter = {
  async read(data) {
    if (data.byteLength !== SECRET_BYTES) throw fault(`expected secp256k1 data size to be ${SECRET_BYTES}`)
    const curve = await load()
    if (!curve.utils.isValidSecretKey(data)) throw fault('secp256k1 key is not below the order of the curve')
    return { privateData: data, publicData: curve.getPublicKey(data, true) }
  },

  async sign(privateData, message) {
    return (await load()).sign(message, privateData, { format: 'der' })
  },

  async verify(publicData, { message, signature }) {
    const curve = await load()
    try {
      // Other implementations produce signatures with either of the two valid values of `s`.
      return curve.verify(signature, message, publicData, { format: 'der', lowS: false })
    } catch {
      return false
    }
  },

  async generate({ random }): Promise<KeyData> {
    return secp256k1.read((await load()).utils.randomSecretKey(random.bytes(SEED_BYTES)))
  },

  async toPkcs8({ privateData }) {
    const publicPoint = (await load()).getPublicKey(privateData, false)
    return {
      algorithm: EC_ALGORITHM,
      parameters: CURVE,
      privateKey: writeEcPrivateKey({ secret: privateData, publicPoint }),
    }
  },

  fromPkcs8({ algorithm, parameters, privateKey }) {
    if (!equalBytes(algorithm, EC_ALGORITHM) || !equalBytes(parameters, CURVE)) return undefined
    return secp256k1.read(readEcPrivateKey(privateKey).secret)
  },
}

function fault(reason: string): DomainError {
  return new DomainError('corrupt', reason)
}
