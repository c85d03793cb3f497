import type { Random } from '../src/ports/random.ts'

/** The maximum for one call of Web Crypto. */
const MAX_DRAW_BYTES = 65_536

/** {@link Random} of the machine, from Web Crypto. */
export function webCryptoRandom(): Random {
  return {
    bytes(count) {
      const bytes = new Uint8Array(count)
      for (let at = 0; at < count; at += MAX_DRAW_BYTES) {
        crypto.getRandomValues(bytes.subarray(at, at + MAX_DRAW_BYTES))
      }
      return bytes
    },
  }
}
