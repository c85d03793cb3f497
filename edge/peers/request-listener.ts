import { type Listener, type ListenerEvents, TypedEventEmitter, type Upgrader } from '@libp2p/interface'
import type { Multiaddr } from '@multiformats/multiaddr'

/** A listener without a socket of its own, on one address. It exists in `open` while it listens. */
export class RequestListener extends TypedEventEmitter<ListenerEvents> implements Listener {
  readonly upgrader: Upgrader
  readonly #open: Set<RequestListener>
  readonly #closing = new AbortController()
  #address: Multiaddr | undefined

  constructor(upgrader: Upgrader, open: Set<RequestListener>) {
    super()
    this.upgrader = upgrader
    this.#open = open
  }

  /** Aborts when the listener closes. */
  get signal(): AbortSignal {
    return this.#closing.signal
  }

  async listen(address: Multiaddr): Promise<void> {
    this.#address = address
    this.#open.add(this)
    this.safeDispatchEvent('listening')
  }

  getAddrs(): Multiaddr[] {
    return this.#address ? [this.#address] : []
  }

  async close(): Promise<void> {
    this.#open.delete(this)
    this.#closing.abort()
    this.safeDispatchEvent('close')
  }

  /** A WebSocket has no certificate hash that could change. */
  updateAnnounceAddrs(): void {}
}
