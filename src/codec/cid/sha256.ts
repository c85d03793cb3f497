import { sha256 as digest } from '@noble/hashes/sha2.js'

/** The sha2-256 digest, at once and without Web Crypto, which pages have only where they are secure. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return digest(bytes)
}
