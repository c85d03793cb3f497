import type { AbortOptions } from './abort.ts'

/** The key that encrypts the secrets of a host. The node uses it and cannot read it. */
export interface HostKey {
  /**
   * An AES-GCM key of 256 bits that cannot be exported: the same in every process of the storage and at every start.
   * `undefined` where the owner has given none. Throws `no-space` or `unavailable` when the host cannot keep one.
   */
  encryptionKey(options?: AbortOptions): Promise<CryptoKey | undefined>
}
