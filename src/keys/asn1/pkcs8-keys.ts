import { DomainError } from '../../errors.ts'
import type { KeyType } from '../key-algorithm.ts'
import { decodeKeyMessage, type PrivateKey, privateKeyOf } from '../key-message.ts'
import { ASN1_ALGORITHMS } from './asn1-algorithms.ts'
import { ed25519Pkcs8 } from './ed25519-pkcs8.ts'
import { type Pkcs8Converter, readPkcs8, writePkcs8 } from './pkcs8.ts'

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
