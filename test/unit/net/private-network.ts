import { type Transport, transportSymbol } from '@libp2p/interface'
import { memory } from '@libp2p/memory'
import { multiaddr } from '@multiformats/multiaddr'
import type { Transports } from '../../../src/ports/transports.ts'
import type { PeerNode } from './memory-peers.ts'

/** The address of the only peer in {@link privateNetwork}. */
export const PRIVATE_ADDRESS = '/ip4/192.168.1.2/tcp/1/ws'

/** Transports that reach one node at a private address, and the addresses that were dialled. */
export function privateNetwork({ address }: Pick<PeerNode, 'address'>) {
  const dialled: string[] = []
  const reach = (components: Parameters<ReturnType<typeof memory>>[0]): Transport => {
    const inner = memory()(components)
    return {
      [transportSymbol]: true,
      [Symbol.toStringTag]: 'private network',
      dial(target, options) {
        dialled.push(target.toString())
        return inner.dial(multiaddr(address), options)
      },
      createListener: (options) => inner.createListener(options),
      listenFilter: () => [],
      dialFilter: (targets) => targets.filter((target) => target.toString().startsWith(PRIVATE_ADDRESS)),
    }
  }
  const transports: Transports = {
    dials: ['ws'],
    addresses: () => [],
    load: async () => ({ transports: [reach], listen: [] }),
  }
  return { transports, dialled }
}
