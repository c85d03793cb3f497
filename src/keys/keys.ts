import type { PeerId } from '../codec/cid/peer-id.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { PrivateKey } from './key-message.ts'

/** A key of this node, without its private part. */
export interface NamedKey {
  readonly name: string
  readonly peerId: PeerId
  /** libp2p's `PublicKey` message. */
  readonly publicKey: Uint8Array
}

/** Without an id where the row of the key was damaged. */
export type RemovedKey = Pick<NamedKey, 'name'> & Partial<Pick<NamedKey, 'peerId'>>

export interface NewKeyOptions extends AbortOptions {
  /** `ed25519`, `rsa` or `secp256k1`. */
  readonly type: string
  /** For RSA; 2048 when absent. */
  readonly sizeBits?: number | undefined
}

export interface RenameOptions extends AbortOptions {
  /** Replaces an existing key of the new name. */
  readonly force?: boolean | undefined
}

/** Keys of another node, with which this one takes its place. */
export interface RestoredKeys {
  /** By name. The key `self` becomes the identity of this node. */
  readonly keys: ReadonlyMap<string, PrivateKey>
  /** Public key of the first identity, where it changes with the identity. This node keeps its own when absent. */
  readonly firstPublicKey?: Uint8Array | undefined
}

export interface RestoreKeysOptions extends AbortOptions {
  /** True only checks, and writes nothing. */
  readonly isDryRun?: boolean | undefined
}

/** The keys of this node: `self`, its identity, and the keys that the owner has created or imported. */
export interface Keys {
  /** The node's identity. */
  self(options?: AbortOptions): Promise<NamedKey>
  /**
   * Public key of the first identity of this storage, as the next start of the node has it: after a restore it can
   * differ from that of the running `Identity`.
   */
  firstPublicKey(options?: AbortOptions): Promise<Uint8Array>
  /**
   * `self` first, then the others sorted by the bytes of their names. Without those whose rows are damaged: the log
   * names each once.
   */
  list(options?: AbortOptions): Promise<readonly NamedKey[]>
  /** `undefined` when no key has the name. Throws `corrupt`. */
  find(name: string, options?: AbortOptions): Promise<NamedKey | undefined>
  /** The key with its private part. Throws `not-found`, and `unavailable` when the host has lost its encryption key. */
  open(name: string, options?: AbortOptions): Promise<PrivateKey>
  /** Creates a key. Throws `invalid-argument` for an invalid name, type or size, `already-exists`, `unavailable`. */
  create(name: string, options: NewKeyOptions): Promise<NamedKey>
  /** Stores an imported key. Throws like {@link Keys.create}, and `corrupt` when a test signature does not verify. */
  add(name: string, key: PrivateKey, options?: AbortOptions): Promise<NamedKey>
  rename(
    names: { readonly from: string; readonly to: string },
    options?: RenameOptions,
  ): Promise<{ readonly key: NamedKey; readonly isReplacing: boolean }>
  /**
   * Removes one key after the other, damaged ones too, up to the first that is missing. Throws `not-found`,
   * `invalid-argument`.
   */
  remove(names: readonly string[], options?: AbortOptions): Promise<readonly RemovedKey[]>
  /**
   * Creates a new identity and stores the old one under `backupName`. Throws like {@link Keys.create}. The running
   * node keeps the old identity until its next start.
   */
  rotate(backupName: string, options: NewKeyOptions): Promise<NamedKey>
  /**
   * Stores all of the keys, or none. `held` counts those that the node has already and can decrypt; it replaces one
   * whose encryption key the host has lost. An identity that another one replaces is kept as the key
   * `self-before-<its peer id>`; the running node uses it until its next start. Throws
   * `already-exists` where the node has another key of a name, `invalid-argument` for an invalid name, `corrupt`,
   * and `unavailable` when the host has no encryption key.
   */
  restore(
    restored: RestoredKeys,
    options?: RestoreKeysOptions,
  ): Promise<{ readonly rows: number; readonly held: number }>
}
