import type { PublicBlocks } from '../../../blocks/public.ts'
import type { RemoteSources } from '../../../blocks/remote-sources.ts'
import { definePart } from '../../../parts/define-part.ts'
import type { LiveRoots } from '../../../parts/live-roots.ts'
import type { Pins } from '../../../pins/pins.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Blockstore } from '../../../ports/blockstore.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Datastore } from '../../../ports/datastore.ts'
import { hasPeers } from '../../has-peers.ts'
import type { Network } from '../../network.ts'
import type { DhtService } from '../dht/dht.ts'
import type { Routing } from '../routing.ts'
import { type Announcer, type AnnouncerOptions, createAnnouncer } from './announcer.ts'
import { createProviding } from './create-providing.ts'
import { createNews } from './news.ts'
import { createProvideQueue } from './provide-queue.ts'
import { type ProvideRulesOptions, provideRules } from './provide-rules.ts'
import { createProvideProgress } from './provide-state.ts'
import { createProvidedContent } from './provided-content.ts'
import type { Providing } from './providing.ts'

/** Announces blocks when a caller asks for it. */
export const announcerPart = definePart({
  name: 'announcer',
  needs: { routing: 'required', publicBlocks: 'required', walk: 'required' },
  create: (needs: AnnouncerOptions): Announcer => createAnnouncer(needs),
})

export interface ProvidingNeeds extends ProvideRulesOptions {
  readonly network: Pick<Network, 'running' | 'extend'>
  readonly routing: Pick<Routing, 'provide' | 'can'>
  readonly dht: Pick<DhtService, 'hasServers'>
  readonly exchange: { readonly isReceiving: boolean }
  readonly publicBlocks: PublicBlocks
  readonly blockstore: Pick<Blockstore, 'list'>
  readonly remoteSources: Pick<RemoteSources, 'onOffer'>
  readonly pins: Pick<Pins, 'list' | 'onAdd'>
  readonly files: { readonly liveRoots: LiveRoots }
  readonly datastore: Pick<Datastore, 'get' | 'range' | 'batch'>
  readonly clock: Pick<Clock, 'now'>
}

/** Announces content automatically, on a host with a schedule. */
export const providingPart = definePart({
  name: 'providing',
  needs: {
    network: 'required',
    routing: 'required',
    dht: 'required',
    exchange: 'required',
    publicBlocks: 'required',
    blockstore: 'required',
    remoteSources: 'required',
    pins: 'required',
    files: 'required',
    datastore: 'required',
    clock: 'required',
    routingSettings: 'required',
    configuration: 'required',
  },
  create(needs: ProvidingNeeds): Providing {
    const { network, routing, dht, exchange, datastore } = needs
    const rules = provideRules(needs)
    const progress = createProvideProgress(datastore)
    const canDelegate = () => routing.can('provide', { kind: 'delegated' })
    return createProviding({
      ...needs,
      rules,
      progress,
      queue: createProvideQueue(datastore),
      content: createProvidedContent(needs),
      news: createNews({
        ...needs,
        rules,
        isWanted: () => progress.isKnown || hasPeers(network) || canDelegate(),
      }),
      isReady: async (call: AbortOptions) =>
        canDelegate() || (hasPeers(network) && (await dht.hasServers(call))),
      isReceiving: () => exchange.isReceiving,
      onReady(listener) {
        network.extend(async ({ libp2p }) => {
          libp2p.addEventListener('peer:identify', listener)
          return undefined
        })
      },
    })
  },
  due: ({ due }) => due,
})
