import { fromBase64 } from '../codec/bytes/base64.ts'
import { DomainError } from '../errors.ts'

/** Of a key of AES-256. */
const SECRET_BYTES = 32

/** Reads `KEY_ENCRYPTION_KEY`. Throws `invalid-argument`, without a word of the text. */
export function parseHostSecret(text: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(text.trim())
  if (bytes?.byteLength === SECRET_BYTES) return Uint8Array.from(bytes)
  const message = `Cannot read KEY_ENCRYPTION_KEY: not ${SECRET_BYTES} bytes in base64`
  throw new DomainError('invalid-argument', message)
}
