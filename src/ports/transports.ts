import type { MultiaddrConnection } from '@libp2p/interface'
import type { Libp2pInit } from 'libp2p'
import type { AbortOptions } from './abort.ts'

/** How this host reaches peers. Absent on a host that has no transport, or whose owner permits no peers. */
export interface Transports {
  /** Protocols of multiaddrs, such as `ws`: each address that this host dials has one of them. */
  readonly dials: readonly string[]
  /** The multiaddrs at which peers reach this host once its peer has started. */
  addresses(): readonly string[]
  /** Loads the code of the transports, when the peer starts. */
  load(options?: AbortOptions): Promise<LoadedTransports>
}

export interface LoadedTransports {
  /** Factories of libp2p transports. */
  readonly transports: NonNullable<Libp2pInit['transports']>
  /** Multiaddrs on which the transports listen. Empty on a host that only dials. */
  readonly listen: readonly string[]
  /** Multiaddrs to announce instead of those on which the transports listen. */
  readonly announce?: readonly string[]
  /**
   * What lets the peer of an inbound connection reserve a relayed address. `undefined` if nothing does. Asked each time
   * anew, since a token expires.
   */
  readonly relayRight?: (connection: MultiaddrConnection) => RelayRight | undefined
  /** The cipher of connections in native code. Absent on a host that has none in step: JavaScript then does its work. */
  readonly cipher?: ChannelCipher | undefined
}

/** ChaCha20-Poly1305 with a tag of 16 bytes behind the ciphertext. Spec: RFC 8439, section 2.8. */
export interface ChannelCipher {
  /** JavaScript is faster for fewer bytes. */
  readonly fromBytes: number
  encrypt(plaintext: Uint8Array, parameters: CipherParameters): Uint8Array
  /** Throws if a byte was changed. */
  decrypt(sealed: Uint8Array, parameters: CipherParameters): Uint8Array
}

export interface CipherParameters {
  /** 32 bytes. */
  readonly key: Uint8Array
  /** 12 bytes, which no other message has with this key. */
  readonly nonce: Uint8Array
  readonly associatedData: Uint8Array
}

/** The right of a peer to be reached through this node. */
export interface RelayRight {
  /** Name of the token that the peer has shown. Empty for pages of this node's own origin, which have one right in common. */
  readonly holder: string
  /** Peers that may have an address by it at the same time. */
  readonly maxPeers: number
}
