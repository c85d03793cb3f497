import { type ICryptoInterface, pureJsCrypto } from '@libp2p/noise'
import type { ChannelCipher } from '../../ports/transports.ts'

/** The cryptography of connections: the host's cipher for large frames, and the package's JavaScript otherwise. */
export function noiseCrypto({ fromBytes, encrypt, decrypt }: ChannelCipher): ICryptoInterface {
  return {
    ...pureJsCrypto,
    chaCha20Poly1305Encrypt(plaintext, nonce, associatedData, key) {
      if (plaintext.byteLength < fromBytes) {
        return pureJsCrypto.chaCha20Poly1305Encrypt(plaintext, nonce, associatedData, key)
      }
      return encrypt(plaintext.subarray(), { key, nonce, associatedData })
    },
    chaCha20Poly1305Decrypt(sealed, nonce, associatedData, key, target) {
      if (sealed.byteLength < fromBytes) {
        return pureJsCrypto.chaCha20Poly1305Decrypt(sealed, nonce, associatedData, key, target)
      }
      return decrypt(sealed.subarray(), { key, nonce, associatedData })
    },
  }
}
