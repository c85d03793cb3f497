import { joinBytes } from '../codec/bytes/bytes.ts'

/** Size of newly generated salts in bytes. */
export const SALT_BYTES = 16
/** Size of a SHA-256 digest in bytes. */
export const DIGEST_BYTES = 32

/** SHA-256 of the salt followed by the text in UTF-8. */
export async function secretDigest(salt: Uint8Array, text: string): Promise<Uint8Array> {
  const salted = joinBytes([salt, new TextEncoder().encode(text)])
  return new Uint8Array(await crypto.subtle.digest('SHA-256', salted))
}

/** Compares two digests in constant time. */
export function equalInConstantTime(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.byteLength ^ b.byteLength
  for (let at = 0; at < DIGEST_BYTES; at += 1) difference |= (a[at] ?? 0) ^ (b[at] ?? 0)
  return difference === 0
}
