import type { Configuration } from '../config/configuration.ts'
import type { AddressFilters } from '../config/peers/address-filters.ts'
import type { Bootstrap } from '../config/peers/bootstrap.ts'
import type { Peering } from '../config/peers/peering.ts'
import type { Keys } from '../keys/keys.ts'
import { definePart } from '../parts/define-part.ts'
import type { Clock } from '../ports/clock.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { Logger } from '../ports/logger.ts'
import type { Random } from '../ports/random.ts'
import type { Transports } from '../ports/transports.ts'
import { createNetwork } from './create-network.ts'
import { createTraffic } from './create-traffic.ts'
import { type Network, offlineNetwork } from './network.ts'
import { announceSettings, connectionLimits, maxConnections } from './peer/connection-settings.ts'
import type { AskForTexts } from './peer/dnsaddr-resolver.ts'
import { dueConnections } from './redial/due-connections.ts'
import { createReachedRows } from './redial/reached-rows.ts'
import { wantedPeers } from './redial/wanted-peers.ts'
import type { NetworkSettings } from './settings.ts'

export interface NetworkNeeds {
  readonly transports?: Transports | undefined
  readonly networkSettings: Partial<NetworkSettings>
  readonly keys: Pick<Keys, 'open'>
  readonly configuration: Pick<Configuration, 'get'>
  readonly addressFilters: Pick<AddressFilters, 'list'>
  readonly bootstrap: Pick<Bootstrap, 'list' | 'onAdd'>
  readonly peering: Pick<Peering, 'list' | 'onAdd'>
  readonly domainTexts: AskForTexts
  readonly datastore: Pick<Datastore, 'get' | 'range' | 'batch'>
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
}

/** The peers of this node. The code of libp2p is loaded when the peer starts. */
export const networkPart = definePart({
  name: 'network',
  needs: {
    transports: 'optional',
    networkSettings: 'required',
    keys: 'required',
    configuration: 'required',
    addressFilters: 'required',
    bootstrap: 'required',
    peering: 'required',
    domainTexts: 'required',
    datastore: 'required',
    clock: 'required',
    random: 'required',
    logger: 'required',
  },
  create: (needs: NetworkNeeds): Network => {
    const { transports, networkSettings: settings, configuration, addressFilters, logger } = needs
    const { domainTexts: askForTexts } = needs
    if (!transports) return offlineNetwork
    const wanted = wantedOf(needs)
    let dialWanted: () => void = () => undefined
    for (const { onAdd } of [needs.bootstrap, needs.peering]) onAdd(() => dialWanted())
    const start = async () => {
      const [{ startPeer }, limit, announce] = await Promise.all([
        import('./peer/start-peer.ts'),
        maxConnections(configuration),
        announceSettings(configuration),
      ])
      const ranges = () => addressFilters.list()
      return startPeer({
        ...{ ...needs, transports, settings, ranges, announce, askForTexts },
        maxConnections: limit,
      })
    }
    const traffic = createTraffic()
    const network = createNetwork({ start, addresses: () => transports.addresses(), traffic, logger })
    network.extend(async ({ components }) => {
      traffic.watch(components)
      return undefined
    })
    if (settings.isRelay) {
      network.extend(async (peer) => (await import('./peer/relay.ts')).serveRelay(peer))
    }
    network.extend(async (peer) => {
      const { trimConnections } = await import('./peer/trim-connections.ts')
      const limits = () => connectionLimits(configuration, needs.peering)
      return trimConnections(peer, { ...needs, limits })
    })
    network.extend(async (peer) => {
      const { rememberReached } = await import('./redial/remember-reached.ts')
      return rememberReached(peer, { ...needs, rows: createReachedRows(needs.datastore) })
    })
    network.extend(async (peer) => {
      const { keepConnected } = await import('./redial/keep-connected.ts')
      const onWanted = (listener: () => void) => {
        dialWanted = listener
      }
      return keepConnected(peer, { ...needs, wanted, onWanted })
    })
    return network
  },
  due: (network, needs) => {
    const onWanted = (listener: () => void) => {
      for (const { onAdd } of [needs.bootstrap, needs.peering]) onAdd(listener)
    }
    return dueConnections({ ...needs, network, wanted: wantedOf(needs), onWanted })
  },
})

function wantedOf({ bootstrap, peering, datastore }: NetworkNeeds) {
  return wantedPeers(
    {
      bootstrap: (options) => bootstrap.list(options),
      async peering(options) {
        const peers = await peering.list(options)
        return peers.flatMap(({ peerId, addresses }) =>
          addresses.length === 0
            ? [`/p2p/${peerId}`]
            : addresses.map((address) => `${address}/p2p/${peerId}`),
        )
      },
    },
    datastore,
  )
}
