import { fromBase64, toBase64 } from '../../codec/bytes/base64.ts'
import { DomainError } from '../../errors.ts'
import type { PrivateKey } from '../key-message.ts'
import { decryptPkcs8, type EncryptOptions, encryptPkcs8 } from './encrypted-pkcs8.ts'
import { pkcs8OfKey, readPkcs8Key } from './pkcs8-keys.ts'

const CLEAR = 'PRIVATE KEY'
const ENCRYPTED = 'ENCRYPTED PRIVATE KEY'

/**
 * Reads the first PEM block of a text: a PKCS #8 key, plain or encrypted. Throws `corrupt` when there is no block,
 * or one of another kind or with a malformed key; `unsupported` for an unknown encryption scheme;
 * `invalid-argument` for an encrypted block without a password. Errors never quote the text, which may be a key.
 * Spec: RFC 7468, sections 10 and 11.
 */
export async function readPem(text: string, password?: string): Promise<PrivateKey> {
  const { label, bytes } = firstBlock(text)
  if (label === CLEAR) return readPkcs8Key(bytes)
  if (label !== ENCRYPTED) {
    throw new DomainError('corrupt', `expected ${CLEAR} type in PEM block but got: ${label}`)
  }
  if (!password) {
    throw new DomainError('invalid-argument', 'Cannot read PEM block: encrypted, and no password is given')
  }
  return readPkcs8Key(await decryptPkcs8(bytes, password))
}

/** Writes the key as one PEM block, encrypted when a password is given. */
export async function writePem(key: PrivateKey, encrypted?: EncryptOptions): Promise<string> {
  const bytes = await pkcs8OfKey(key)
  return encrypted ? block(ENCRYPTED, await encryptPkcs8(bytes, encrypted)) : block(CLEAR, bytes)
}

function firstBlock(text: string): { readonly label: string; readonly bytes: Uint8Array } {
  const found = /-----BEGIN ([A-Z0-9 ]{1,64})-----([A-Za-z0-9+/=\s]*)-----END \1-----/.exec(text)
  const bytes = found && fromBase64((found[2] ?? '').replaceAll(/\s/g, ''))
  if (!found || !bytes) throw new DomainError('corrupt', 'PEM block not found in input data')
  return { label: found[1] ?? '', bytes }
}

function block(label: string, bytes: Uint8Array): string {
  const lines = toBase64(bytes).match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
