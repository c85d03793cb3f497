import type { Random } from '../../src/ports/random.ts'

/** The maximum for one call of Web Crypto. */
const CALL_BYTES = 65_536

/** {@link Random} from Web Crypto. */
export function webCryptoRandom(): Random {
  return {
    bytes(count) {
      const bytes = new Uint8Array(count)
      for (let at = 0; at < count; at += CALL_BYTES)
        crypto.getRandomValues(bytes.subarray(at, at + CALL_BYTES))
      return bytes
    },
  }
}
