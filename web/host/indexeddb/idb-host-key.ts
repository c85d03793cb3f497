import type { HostKey } from '../../../src/ports/host-key.ts'
import { type IndexedDatabase, resultOf } from './indexed-database.ts'
import { SECRETS } from './meta-database.ts'

const HOST_KEY = 'host-key'

/**
 * {@link HostKey} of a browser: a non-extractable `CryptoKey`, created at its first use. It is stored in the
 * same database as the data that it encrypts, so that the browser clears both or neither.
 */
export function idbHostKey(meta: IndexedDatabase): HostKey {
  const read = meta.reader<CryptoKey>(SECRETS)
  return {
    async encryptionKey(options = {}) {
      const held = await read(HOST_KEY, options)
      if (held) return held
      const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
        'encrypt',
        'decrypt',
      ])
      return meta.transact({ stores: SECRETS, mode: 'readwrite', ...options }, async (transaction) => {
        const secrets = transaction.objectStore(SECRETS)
        const theirs: CryptoKey | undefined = await resultOf(secrets.get(HOST_KEY))
        if (!theirs) secrets.put(made, HOST_KEY)
        return theirs ?? made
      })
    },
  }
}
