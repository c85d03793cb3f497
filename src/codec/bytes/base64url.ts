import { base64url } from 'multiformats/bases/base64'

/** Encodes bytes as base64url without padding and without a multibase prefix. */
export function toBase64Url(bytes: Uint8Array): string {
  return base64url.baseEncode(bytes)
}

/** Decodes base64url without padding. `undefined` for any other text. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  try {
    return base64url.baseDecode(text)
  } catch {
    return undefined
  }
}
