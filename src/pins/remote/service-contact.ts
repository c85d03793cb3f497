import { formatPeerId } from '../../codec/cid/peer-id.ts'
import type { Keys } from '../../keys/keys.ts'
import type { Network } from '../../net/network.ts'
import type { Swarm } from '../../net/swarm/swarm.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../ports/logger.ts'
import { withTimeLimit } from '../../streams/with-time-limit.ts'

/** The parts of a node by which a service and the node reach each other. */
export interface ContactParts {
  readonly network: Pick<Network, 'isEnabled' | 'addresses'>
  readonly swarm: Pick<Swarm, 'connect'>
  readonly keys: Pick<Keys, 'self'>
}

export interface DelegateOptions extends AbortOptions {
  readonly clock: Pick<Clock, 'sleep'>
  readonly logger: Logger
}

/** As many as the API permits in one pin. */
const MAX_ORIGINS = 20
/** For the delegates of one pin, which are dialled together. */
const MAX_WAIT_MS = 10_000

/** The addresses at which a service can fetch from this node. At most 20, and none on a node without peers. */
export async function ownOrigins(
  { network, keys }: ContactParts,
  options: AbortOptions,
): Promise<readonly string[]> {
  const addresses = network.isEnabled ? network.addresses().slice(0, MAX_ORIGINS) : []
  if (addresses.length === 0) return []
  const { peerId } = await keys.self(options)
  return addresses.map((address) => `${address}/p2p/${formatPeerId(peerId)}`)
}

/**
 * Connects to the peers of a service, so that they can fetch from this node also where they cannot reach it. Ignores a
 * peer that cannot be reached in 10 seconds.
 */
export async function connectToDelegates(
  { network, swarm }: ContactParts,
  delegates: readonly string[],
  { clock, logger, signal }: DelegateOptions,
): Promise<void> {
  if (!network.isEnabled || delegates.length === 0) return
  const late = new AbortController()
  const connect = async (delegate: string) => {
    try {
      await swarm.connect([delegate], { isReported: true, signal: late.signal })
    } catch (error) {
      signal?.throwIfAborted()
      logger.log('debug', 'pins', 'Cannot connect to a delegate of a pinning service', { error })
    }
  }
  const connectAll = () => Promise.all(delegates.map(connect))
  await withTimeLimit(connectAll, { clock, late, maxMs: MAX_WAIT_MS, signal })
}
