import { joinBytes } from '../codec/bytes/bytes.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { HostKey } from '../ports/host-key.ts'
import type { Random } from '../ports/random.ts'

/** Length that the specification of GCM recommends. */
const IV_BYTES = 12

export interface SealOptions extends AbortOptions {
  /** Bytes that identify the owner of the secret. It can be opened only with the same context. */
  readonly context: Uint8Array
}

/** Encrypts values for storage in the Datastore, with the host's key. */
export interface Secrets {
  /** False when the owner has configured no key, or the host cannot read it. */
  isReady(options?: AbortOptions): Promise<boolean>
  /** Encrypts a secret. Throws `unavailable` when the host has no key. */
  seal(secret: Uint8Array, options: SealOptions): Promise<Uint8Array>
  /**
   * Decrypts a secret. Throws `unavailable` when the key or the context is another one, and when the host has no
   * key.
   */
  open(sealed: Uint8Array, options: SealOptions): Promise<Uint8Array>
}

export interface SecretsOptions {
  readonly hostKey?: HostKey | undefined
  readonly random: Random
}

/** {@link Secrets} with AES-GCM: a fresh IV of 12 bytes, followed by the ciphertext with its tag. */
export function createSecrets({ hostKey, random }: SecretsOptions): Secrets {
  const keyFor = async (options: AbortOptions) => {
    const key = await hostKey?.encryptionKey(options)
    if (!key) throw new DomainError('unavailable', `${CANNOT_USE}: KEY_ENCRYPTION_KEY is not set`)
    return key
  }
  const algorithm = (iv: Uint8Array, context: Uint8Array) => ({
    name: 'AES-GCM',
    iv: Uint8Array.from(iv),
    additionalData: Uint8Array.from(context),
  })
  return {
    async isReady(options = {}) {
      try {
        return (await hostKey?.encryptionKey(options)) !== undefined
      } catch {
        options.signal?.throwIfAborted()
        return false
      }
    },
    async seal(secret, { context, signal }) {
      const key = await keyFor({ signal })
      const iv = random.bytes(IV_BYTES)
      const sealed = await crypto.subtle.encrypt(algorithm(iv, context), key, Uint8Array.from(secret))
      return joinBytes([iv, new Uint8Array(sealed)])
    },
    async open(sealed, { context, signal }) {
      const key = await keyFor({ signal })
      const [iv, data] = [sealed.subarray(0, IV_BYTES), sealed.subarray(IV_BYTES)]
      try {
        return new Uint8Array(await crypto.subtle.decrypt(algorithm(iv, context), key, Uint8Array.from(data)))
      } catch (cause) {
        const reason = 'it was encrypted with another KEY_ENCRYPTION_KEY, which is lost'
        throw new DomainError('unavailable', `${CANNOT_USE}: ${reason}`, { cause })
      }
    },
  }
}

const CANNOT_USE = 'Cannot use secret of this node'
