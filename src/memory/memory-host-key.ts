import type { HostKey } from '../ports/host-key.ts'

/** {@link HostKey} from a secret of 32 bytes. Without a secret there is no key. */
export function memoryHostKey(secret?: Uint8Array<ArrayBuffer>): HostKey {
  let imported: Promise<CryptoKey> | undefined
  return {
    async encryptionKey({ signal } = {}) {
      signal?.throwIfAborted()
      if (!secret) return undefined
      imported ??= crypto.subtle.importKey('raw', secret, 'AES-GCM', false, ['encrypt', 'decrypt'])
      return imported
    },
  }
}
