import type { AbortOptions } from '../ports/abort.ts'
import type { Random } from '../ports/random.ts'

/** Kinds of keys of this network, in the order of their numbers on the wire. */
export type KeyType = 'rsa' | 'ed25519' | 'secp256k1' | 'ecdsa'

/** A key pair in the forms that libp2p's messages carry as their data. */
export interface KeyData {
  readonly privateData: Uint8Array
  readonly publicData: Uint8Array
}

export interface GenerateOptions extends AbortOptions {
  readonly random: Random
  /** For RSA; 2048 when absent. Other kinds have one size. */
  readonly sizeBits?: number | undefined
}

export interface Signed {
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

/** What PKCS #8 says of a private key. Spec: RFC 5958, section 2. */
export interface Pkcs8Key {
  /** The content of the object identifier of the algorithm. */
  readonly algorithm: Uint8Array
  /** The parameters of the algorithm as one DER value; empty for none. */
  readonly parameters: Uint8Array
  readonly privateKey: Uint8Array
}

/** One kind of keys. Spec: libp2p, Peer Ids and Keys. */
export interface KeyAlgorithm {
  /**
   * Reads the data of a `PrivateKey` message in any form that it may have, and draws the public key from it. Throws
   * `corrupt` for data that is no key, or a key whose public part is not its own.
   */
  read(privateData: Uint8Array): Promise<KeyData>
  sign(privateData: Uint8Array, message: Uint8Array): Promise<Uint8Array>
  /** False too for a signature or a public key that cannot be read. */
  verify(publicData: Uint8Array, signed: Signed): Promise<boolean>
  /** Absent where this node makes no keys of the kind. Throws `invalid-argument` for a size out of bounds. */
  readonly generate?: (options: GenerateOptions) => Promise<KeyData>
  toPkcs8(key: KeyData): Promise<Pkcs8Key>
  /** `undefined` for a key of another kind. Throws `corrupt`, at once or later. */
  fromPkcs8(key: Pkcs8Key): Promise<KeyData> | undefined
}
