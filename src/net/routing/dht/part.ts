import type { PublicBlocks } from '../../../blocks/public.ts'
import { DomainError } from '../../../errors.ts'
import { definePart } from '../../../parts/define-part.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Datastore } from '../../../ports/datastore.ts'
import { loadOnce } from '../../../state/load-once.ts'
import type { Network, RunningPeer } from '../../network.ts'
import { createBoundedRows } from '../records/bounded-rows.ts'
import type { HostedRecords } from '../records/hosted-records.ts'
import type { Routing } from '../routing.ts'
import type { RoutingSettings } from '../settings.ts'
import type { Dht, DhtService } from './dht.ts'
import { closestPeers, dhtRouter } from './dht-router.ts'
import { metPeers } from './met-peers.ts'
import { PRIVATE_PROTOCOL, PUBLIC_PROTOCOL } from './protocols.ts'
import { servesDht } from './serves-dht.ts'

export interface DhtNeeds {
  readonly network: Pick<Network, 'extend'>
  readonly routing: Pick<Routing, 'add'>
  readonly hostedRecords: HostedRecords
  readonly publicBlocks: Pick<PublicBlocks, 'has'>
  readonly datastore: Pick<Datastore, 'get' | 'range' | 'batch'>
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  readonly bootstrap: { list(): Promise<readonly string[]> }
  readonly routingSettings: Partial<RoutingSettings>
}

/** Rows of about 100 bytes, and of 300 at most. */
const MAX_PROVIDERS = 8_192

/** Settings of `Routing.Type` without a DHT. */
const WITHOUT_DHT: readonly string[] = ['none', 'delegated']

/**
 * Finds by asking peers: those that are known, and a DHT, whose code is loaded at the first search, or with the peer
 * where it serves others.
 */
export const dhtPart = definePart({
  name: 'dht',
  needs: {
    network: 'required',
    routing: 'required',
    hostedRecords: 'required',
    publicBlocks: 'required',
    datastore: 'required',
    clock: 'required',
    bootstrap: 'required',
    routingSettings: 'required',
  },
  create({
    network,
    routing,
    hostedRecords,
    publicBlocks,
    datastore,
    clock,
    bootstrap,
    routingSettings,
  }: DhtNeeds): DhtService {
    const { type = 'dht' } = routingSettings
    const isServer = type === 'dhtserver'
    const providers = createBoundedRows({ datastore, prefix: 'routing/providers/', maxRows: MAX_PROVIDERS })
    let running: Dht | undefined

    const create = async (peer: RunningPeer): Promise<Dht & { stop(): Promise<void> }> => {
      const isPublic = (await bootstrap.list()).some((address) => address.startsWith('/dnsaddr/'))
      const protocol = isPublic ? PUBLIC_PROTOCOL : PRIVATE_PROTOCOL
      let stop: (() => Promise<void>) | undefined
      const start = loadOnce(async () => {
        const { startDht, stopDht } = await import('./start-dht.ts')
        const dht = await startDht({
          ...{ peer, protocol, isServer, hostedRecords, providers, clock },
          provides: publicBlocks.has,
        })
        stop = () => stopDht(dht)
        return dht
      })
      const hasServers = (options: AbortOptions) => servesDht(peer, protocol, options)
      return { protocol, isServer, peer, hasServers, start, stop: async () => stop?.() }
    }

    network.extend(async (peer) => {
      const removals = [routing.add(metPeers(peer))]
      const remove = () => {
        for (const removal of removals) removal()
      }
      if (WITHOUT_DHT.includes(type)) return async () => remove()
      const dht = await create(peer)
      if (isServer) await dht.start()
      removals.push(routing.add(dhtRouter(dht)))
      running = dht
      return async () => {
        running = undefined
        remove()
        await dht.stop()
      }
    })
    return {
      get running() {
        return running
      },
      hasServers: async (options = {}) => (await running?.hasServers(options)) ?? false,
      async table(of, options = {}) {
        const { protocol, peer, hasServers, start } = required(running)
        const isOther = (of === 'public') !== (protocol === PUBLIC_PROTOCOL)
        // The code of a DHT without servers need not be loaded: its table is empty.
        if (isOther || !(await hasServers(options))) return []
        const { tableBuckets } = await import('./table-buckets.ts')
        return tableBuckets(await start(), peer)
      },
      async *closestPeers(peerId, call) {
        yield* closestPeers(required(running), peerId, { ...call, clock })
      },
    }
  },
})

function required(dht: Dht | undefined): Dht {
  if (dht) return dht
  throw new DomainError('unsupported', 'routing service is not a DHT')
}
