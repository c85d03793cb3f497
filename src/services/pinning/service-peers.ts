import type { Network } from '../../net/network.ts'
import type { Swarm } from '../../net/swarm/swarm.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../ports/logger.ts'
import { withTimeLimit } from '../../streams/with-time-limit.ts'

/** The peers from which the service fetches. A node without a network has none. */
export interface ServicePeers {
  readonly isEnabled: boolean
  /** Addresses at which users may connect to this node. At most 20, and none while its peer does not run. */
  addresses(): readonly string[]
  /** Starts the peer, so that it has addresses. Does nothing if that fails or takes long. */
  start(options: AbortOptions): Promise<void>
  /** Connects to those addresses that are permitted and can be reached. */
  connect(origins: readonly string[], options: AbortOptions): Promise<void>
}

export interface ServicePeersOptions {
  readonly network: Pick<Network, 'isEnabled' | 'peer' | 'running'>
  /** Absent on a host without peers. */
  readonly swarm?: Pick<Swarm, 'connect'> | undefined
  readonly clock: Pick<Clock, 'sleep'>
  readonly logger: Logger
  /** As `PinServiceSettings.dialsPrivate`. */
  readonly dialsPrivate: boolean
}

/** As many as the API permits in one pin. */
const MAX_ADDRESSES = 20
/** For the start of the peer, and for connecting to the origins of one pin, which are dialled together. */
const MAX_WAIT_MS = 10_000

export function createServicePeers({
  network,
  swarm,
  clock,
  logger,
  dialsPrivate,
}: ServicePeersOptions): ServicePeers {
  /** Runs a task that may fail: a pin can do without it. */
  const tried = async (
    what: string,
    task: (options: AbortOptions) => Promise<unknown>,
    { signal }: AbortOptions,
  ): Promise<void> => {
    const late = new AbortController()
    const limits = { clock, late, maxMs: MAX_WAIT_MS, signal }
    try {
      await withTimeLimit(() => task({ signal: late.signal }), limits)
    } catch (error) {
      signal?.throwIfAborted()
      logger.log('debug', 'pins', `Cannot ${what} for the pinning service`, { error })
    }
  }

  return {
    isEnabled: network.isEnabled,
    addresses() {
      const addresses = network.running?.libp2p.getMultiaddrs() ?? []
      return addresses.slice(0, MAX_ADDRESSES).map(String)
    },
    async start(options) {
      if (network.isEnabled && !network.running) await tried('start the peer', network.peer, options)
    },
    async connect(origins, options) {
      if (!swarm || !network.isEnabled || origins.length === 0) return
      const connect = (origin: string) =>
        tried('connect to an origin', (bounded) => swarm.connect([origin], bounded), options)
      const permitted = dialsPrivate ? origins : (await import('./public-origins.ts')).publicOrigins(origins)
      await Promise.all(permitted.map(connect))
    },
  }
}
