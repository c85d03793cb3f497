import { sha256 as digest } from '@noble/hashes/sha2.js'

/** Computes sha2-256 synchronously, without Web Crypto, which pages have only in secure contexts. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return digest(bytes)
}
