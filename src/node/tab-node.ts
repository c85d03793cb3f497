import { elsewherePart } from '../net/elsewhere/part.ts'
import { offlineNetworkPart, offlineSwarmPart } from '../net/offline/part.ts'
import { lazyParts } from '../parts/define-part.ts'
import { CORE_PARTS } from './core-parts.ts'
import { LAZY_BACKUP, LAZY_CALENDAR, LAZY_CONFIGURATION, LAZY_REMOTE_PINNING } from './lazy-parts.ts'

/** The parts of a tab without peers. */
export const TAB_NODE = [
  ...CORE_PARTS,
  offlineNetworkPart,
  offlineSwarmPart,
  LAZY_CONFIGURATION,
  LAZY_CALENDAR,
  LAZY_REMOTE_PINNING,
  LAZY_BACKUP,
] as const

/** The parts of a tab that may be elected to run the peer, which needs its settings. */
export const TAB_PEER_NODE = [
  ...CORE_PARTS,
  elsewherePart,
  lazyParts({
    lazy: [
      'configuration',
      'bootstrap',
      'addressFilters',
      'peering',
      'network',
      'swarm',
      'pubsub',
      'exchange',
      'namesByPubsub',
      'dht',
      'announcer',
      'providing',
      'forwarding',
    ],
    async load() {
      const [{ addressFiltersPart, bootstrapPart, configurationPart, peeringPart }, { NETWORK_PARTS }] =
        await Promise.all([import('../config/part.ts'), import('./network-parts.ts')])
      return [configurationPart, bootstrapPart, addressFiltersPart, peeringPart, ...NETWORK_PARTS] as const
    },
  }),
  LAZY_CALENDAR,
  LAZY_REMOTE_PINNING,
  LAZY_BACKUP,
] as const
