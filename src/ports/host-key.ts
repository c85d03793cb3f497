import type { AbortOptions } from './abort.ts'

/** The key that encrypts the secrets of a host. The node can use it, but not read it. */
export interface HostKey {
  /**
   * A non-exportable AES-GCM key of 256 bits: the same in every process of the storage and after every restart.
   * `undefined` where the owner has configured none. Throws `no-space` or `unavailable` when the host cannot
   * store one.
   */
  encryptionKey(options?: AbortOptions): Promise<CryptoKey | undefined>
}
