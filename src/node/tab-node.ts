import { elsewherePart } from '../net/elsewhere/part.ts'
import { offlineNetworkPart, offlineSwarmPart } from '../net/offline/part.ts'
import { CORE_PARTS } from './core-parts.ts'
import { lazyParts } from './part.ts'

/** The sequencer must be present whenever the calendar is, so the three are loaded together. */
const calendarParts = lazyParts({
  lazy: ['calendar', 'ledger', 'sequencer'],
  async load() {
    const [{ calendarPart }, { ledgerPart }, { sequencerPart }] = await Promise.all([
      import('../calendar/part.ts'),
      import('../ledger/part.ts'),
      import('../audit/part.ts'),
    ])
    return [calendarPart, ledgerPart, sequencerPart] as const
  },
})

const remotePinning = lazyParts({
  lazy: ['remotePinning'],
  async load() {
    const { remotePinningPart } = await import('../pins/remote/part.ts')
    return [remotePinningPart] as const
  },
})

const backup = lazyParts({
  lazy: ['backup'],
  async load() {
    const { backupPart } = await import('../backup/part.ts')
    return [backupPart] as const
  },
})

/** The parts of a tab without peers. */
export const TAB_NODE = [
  ...CORE_PARTS,
  offlineNetworkPart,
  offlineSwarmPart,
  lazyParts({
    lazy: ['configuration', 'bootstrap', 'addressFilters', 'peering'],
    async load() {
      const { addressFiltersPart, bootstrapPart, configurationPart, peeringPart } = await import(
        '../config/part.ts'
      )
      return [configurationPart, bootstrapPart, addressFiltersPart, peeringPart] as const
    },
  }),
  calendarParts,
  remotePinning,
  backup,
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
      'forwarding',
      'exchange',
      'namesByPubsub',
      'dht',
      'announcer',
      'providing',
    ],
    async load() {
      const [{ addressFiltersPart, bootstrapPart, configurationPart, peeringPart }, { NETWORK_PARTS }] =
        await Promise.all([import('../config/part.ts'), import('./network-parts.ts')])
      return [configurationPart, bootstrapPart, addressFiltersPart, peeringPart, ...NETWORK_PARTS] as const
    },
  }),
  calendarParts,
  remotePinning,
  backup,
] as const
