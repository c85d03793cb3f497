import { base64url } from 'multiformats/bases/base64'

/** Bytes as base64url text without padding and without a multibase prefix. */
export function toBase64Url(bytes: Uint8Array): string {
  return base64url.baseEncode(bytes)
}

/** The bytes of such a text, or `undefined` when it is none. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  try {
    return base64url.baseDecode(text)
  } catch {
    return undefined
  }
}
