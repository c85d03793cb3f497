import type { PublicBlocks } from '../../blocks/public.ts'
import type { RemoteSources } from '../../blocks/remote-sources.ts'
import { definePart } from '../../parts/define-part.ts'
import type { Blockstore } from '../../ports/blockstore.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Network } from '../network.ts'
import type { Routing } from '../routing/routing.ts'
import { createExchange } from './create-exchange.ts'
import type { Exchange } from './exchange.ts'

export interface ExchangeNeeds {
  readonly network: Network
  readonly publicBlocks: PublicBlocks
  readonly blockstore: Pick<Blockstore, 'has' | 'stat'>
  readonly remoteSources: Pick<RemoteSources, 'add'>
  readonly routing: Pick<Routing, 'findProviders' | 'findPeer' | 'can'>
  readonly clock: Clock
}

/** Blocks to and from peers. */
export const exchangePart = definePart({
  name: 'exchange',
  needs: {
    network: 'required',
    publicBlocks: 'required',
    blockstore: 'required',
    remoteSources: 'required',
    routing: 'required',
    clock: 'required',
  },
  create: ({ remoteSources, ...needs }: ExchangeNeeds): Exchange => {
    const exchange = createExchange(needs)
    remoteSources.add(exchange)
    return exchange
  },
})
