import { fromBase64 } from '../codec/bytes/base64.ts'
import { DomainError } from '../errors.ts'

/** Bytes of an AES-256 key. */
const SECRET_BYTES = 32

/** Parses `KEY_ENCRYPTION_KEY`. Throws `invalid-argument`; the error does not quote the text. */
export function parseHostSecret(text: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(text.trim())
  if (bytes?.byteLength === SECRET_BYTES) return Uint8Array.from(bytes)
  const message = `Cannot read KEY_ENCRYPTION_KEY: not ${SECRET_BYTES} bytes in base64`
  throw new DomainError('invalid-argument', message)
}
