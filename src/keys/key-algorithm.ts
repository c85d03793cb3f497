import type { AbortOptions } from '../ports/abort.ts'
import type { Random } from '../ports/random.ts'

/** Key types of libp2p, in the order of their numbers on the wire. */
export type KeyType = 'rsa' | 'ed25519' | 'secp256k1' | 'ecdsa'

/** A key pair, in the data formats of libp2p's key messages. */
export interface KeyData {
  readonly privateData: Uint8Array
  readonly publicData: Uint8Array
}

export interface GenerateOptions extends AbortOptions {
  readonly random: Random
  /** For RSA; 2048 when absent. Other types have one size. */
  readonly sizeBits?: number | undefined
}

export interface Signed {
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

/** One key type. Spec: libp2p, Peer Ids and Keys. */
export interface KeyAlgorithm {
  /**
   * Reads the data of a `PrivateKey` message in any of its forms and derives the public key. Throws `corrupt` for
   * malformed data, and when an included public key does not match.
   */
  read(privateData: Uint8Array): Promise<KeyData>
  sign(privateData: Uint8Array, message: Uint8Array): Promise<Uint8Array>
  /** Also false for a malformed signature or public key. */
  verify(publicData: Uint8Array, signed: Signed): Promise<boolean>
  /** Absent for types that this node cannot generate. Throws `invalid-argument` for a size out of range. */
  readonly generate?: (options: GenerateOptions) => Promise<KeyData>
}
