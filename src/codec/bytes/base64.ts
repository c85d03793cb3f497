import { base64, base64pad } from 'multiformats/bases/base64'

/** Encodes bytes as standard base64 with padding, without a multibase prefix. */
export function toBase64(bytes: Uint8Array): string {
  return base64pad.baseEncode(bytes)
}

/** Decodes standard or URL-safe base64, with or without padding. `undefined` for any other text. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return undefined
  const letters = text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/')
  if (text.endsWith('=') && text.length % 4 !== 0) return undefined
  try {
    return base64.baseDecode(letters)
  } catch {
    return undefined
  }
}
