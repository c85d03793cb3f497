import { type AddressPart, formatMultiaddr, parseMultiaddr } from '../../codec/multiaddr.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Configuration } from '../configuration.ts'
import type { ConfigObject } from '../document/config-value.ts'
import { findValue, withValue } from '../document/document-path.ts'

/** The bootstrap peers of the configuration: addresses that end in a peer id. */
export interface Bootstrap {
  list(options?: AbortOptions): Promise<readonly string[]>
  /** Adds new addresses at the front. Resolves to all given addresses, each once. Throws `invalid-argument`. */
  add(addresses: readonly string[], options?: AbortOptions): Promise<readonly string[]>
  /**
   * Removes addresses, or all addresses of a peer that is given by its id alone. Resolves to the removed ones.
   * Throws `invalid-argument`.
   */
  remove(addresses: readonly string[], options?: AbortOptions): Promise<readonly string[]>
  /** Removes all addresses and resolves to them. */
  removeAll(options?: AbortOptions): Promise<readonly string[]>
  /** Registers a callback for addresses that were added. */
  onAdd(listener: () => void): void
}

const NAME = 'Bootstrap'

export function createBootstrap(configuration: Pick<Configuration, 'show' | 'change'>): Bootstrap {
  const listeners: (() => void)[] = []
  const remove = async (isGone: (address: string) => boolean, options: AbortOptions = {}) => {
    let removed: readonly string[] = []
    await configuration.change((document) => {
      const peers = peersOf(document)
      removed = peers.filter(isGone)
      return withValue(
        document,
        NAME,
        peers.filter((peer) => !isGone(peer)),
      )
    }, options)
    return removed
  }

  return {
    list: async (options) => peersOf(await configuration.show(options)),
    async add(addresses, options) {
      if (addresses.length === 0) throw new DomainError('invalid-argument', 'no bootstrap peers to add')
      const named = [...new Set(addresses.map(checkedPeer))]
      await configuration.change((document) => {
        const peers = peersOf(document)
        return withValue(document, NAME, [...named.filter((peer) => !peers.includes(peer)), ...peers])
      }, options)
      for (const listener of listeners) listener()
      return named
    },
    async remove(addresses, options) {
      const named = new Set(addresses.map((address) => formatMultiaddr(parseMultiaddr(address))))
      return remove((peer) => named.has(peer) || named.has(`/p2p/${idIn(peer)}`), options)
    },
    removeAll: (options) => remove(() => true, options),
    onAdd: (listener) => void listeners.push(listener),
  }
}

function peersOf(document: ConfigObject): readonly string[] {
  const peers = findValue(document, NAME)
  return Array.isArray(peers) ? peers.map(String) : []
}

function checkedPeer(address: string): string {
  const parts: readonly AddressPart[] = parseMultiaddr(address)
  const last = parts.at(-1)?.protocol
  if (last !== 'p2p' && last !== 'ipfs') {
    throw new DomainError('invalid-argument', `invalid bootstrap address: ${address}`)
  }
  if (parts.length === 1) {
    throw new DomainError('invalid-argument', `bootstrap address without a transport: ${address}`)
  }
  return formatMultiaddr(parts)
}

function idIn(peer: string): string {
  return peer.slice(peer.lastIndexOf('/') + 1)
}
