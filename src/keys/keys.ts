import type { PeerId } from '../codec/cid/peer-id.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { PrivateKey } from './private-key.ts'

/** A key of this node, without its secret. */
export interface NamedKey {
  readonly name: string
  readonly peerId: PeerId
  /** libp2p's `PublicKey` message. */
  readonly publicKey: Uint8Array
}

export interface NewKeyOptions extends AbortOptions {
  /** `ed25519`, `rsa` or `secp256k1`. */
  readonly type: string
  /** For RSA; 2048 when absent. */
  readonly sizeBits?: number | undefined
}

export interface RenameOptions extends AbortOptions {
  /** Replaces a key that has the new name. */
  readonly force?: boolean | undefined
}

/** The keys of this node: `self`, which is its identity, and those that the owner has named. */
export interface Keys {
  /** The identity of the node. */
  self(options?: AbortOptions): Promise<NamedKey>
  /** `self`, then the others in the order of the bytes of their names. */
  list(options?: AbortOptions): Promise<readonly NamedKey[]>
  /** `undefined` for a name that no key has. */
  find(name: string, options?: AbortOptions): Promise<NamedKey | undefined>
  /** The key with its secret. Throws `not-found`, and `unavailable` when the host has lost what opens it. */
  open(name: string, options?: AbortOptions): Promise<PrivateKey>
  /** Throws `invalid-argument` for a name, kind or size that cannot be, `already-exists`, `unavailable`. */
  create(name: string, options: NewKeyOptions): Promise<NamedKey>
  /** Keeps a key from elsewhere. Throws as {@link Keys.create}, and `corrupt` for a key that does not sign. */
  add(name: string, key: PrivateKey, options?: AbortOptions): Promise<NamedKey>
  rename(
    names: { readonly from: string; readonly to: string },
    options?: RenameOptions,
  ): Promise<{ readonly key: NamedKey; readonly isReplacing: boolean }>
  /** All of them or, when one is not there, none. Throws `not-found`. */
  remove(names: readonly string[], options?: AbortOptions): Promise<readonly NamedKey[]>
  /**
   * Gives the node a new identity, and keeps the old one under a name. Throws as {@link Keys.create}. What runs goes on
   * with the old one until the next start.
   */
  rotate(backupName: string, options: NewKeyOptions): Promise<NamedKey>
}
