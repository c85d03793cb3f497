import { DomainError } from '../../../errors.ts'

/** Bytes of received messages that are in memory, whole or in parts, for all peers together. */
export interface ReceiveLimits {
  /** The limit of one peer. */
  ofPeer(): ReceiveLimit
}

/** Bytes of received messages of one peer that are in memory. */
export interface ReceiveLimit {
  /**
   * Adds a stream. The result sets how many bytes it holds. Over the limit of a peer or of all, the stream that holds
   * most of the peer that holds most is dropped, and not the next one that receives anything. `drop` ends it, and
   * sets its bytes to 0.
   */
  add(drop: (error: DomainError) => void): (heldBytes: number) => void
}

export interface ReceiveLimitsOptions {
  readonly maxBytes: number
  readonly maxPeerBytes: number
}

interface HeldStream {
  heldBytes: number
  readonly drop: (error: DomainError) => void
}

interface HeldPeer {
  heldBytes: number
  readonly streams: Set<HeldStream>
}

export function createReceiveLimits({ maxBytes, maxPeerBytes }: ReceiveLimitsOptions): ReceiveLimits {
  const peers = new Set<HeldPeer>()
  let allBytes = 0

  const dropLargest = (limitBytes: number, { streams }: HeldPeer) => {
    largest(streams)?.drop(
      new DomainError('too-large', `Cannot read messages of peers: over ${limitBytes} bytes wait`),
    )
  }
  return {
    ofPeer() {
      const peer: HeldPeer = { heldBytes: 0, streams: new Set() }
      return {
        add(drop) {
          const stream: HeldStream = { heldBytes: 0, drop }
          return (heldBytes) => {
            const change = heldBytes - stream.heldBytes
            stream.heldBytes = heldBytes
            peer.heldBytes += change
            allBytes += change
            addOrDelete(peer.streams, stream)
            addOrDelete(peers, peer)
            if (change <= 0) return
            if (peer.heldBytes > maxPeerBytes) dropLargest(maxPeerBytes, peer)
            const most = allBytes > maxBytes ? largest(peers) : undefined
            if (most) dropLargest(maxBytes, most)
          }
        },
      }
    },
  }
}

/** Only those that hold bytes are kept. */
function addOrDelete<T extends { readonly heldBytes: number }>(all: Set<T>, one: T): void {
  if (one.heldBytes > 0) all.add(one)
  else all.delete(one)
}

function largest<T extends { readonly heldBytes: number }>(all: Iterable<T>): T | undefined {
  let most: T | undefined
  for (const one of all) if (!most || one.heldBytes > most.heldBytes) most = one
  return most
}
