import { DomainError } from '../../errors.ts'
import { createLane } from '../../streams/lane.ts'
import type { SearchNameOptions } from '../../unixfs/dag/path-reader.ts'
import type { GatewayNode } from '../gateway-node.ts'
import { fetchesForClients, type GatewaySessionsOptions } from '../gateway-sessions.ts'

/** Searches for records of names at the same time, which anonymous clients have started. */
const MAX_SEARCHES = 16
const MAX_WAITING = 256
/** A visitor waits so long for a newer record than the one that is here: routers that are down take far longer. */
const KNOWN_MAX_MS = 3_000

/**
 * The names of a node for the clients of its gateway. Where the gateway fetches no content for them, it asks nobody for
 * a record either. Elsewhere the searches that they start are bounded: a name whose record is here needs none, and
 * others throw `unavailable` when too many wait.
 */
export function gatewayNames(
  { resolve, search }: GatewayNode['names'],
  options: GatewaySessionsOptions,
): GatewayNode['names'] {
  const fetches = fetchesForClients(options)
  const searchLane = createLane({
    slots: MAX_SEARCHES,
    queue: {
      max: MAX_WAITING,
      full: () =>
        new DomainError('unavailable', `Cannot search for name: ${MAX_WAITING} others wait, try again later`),
    },
  })
  const bounded = <Call extends SearchNameOptions>(call: Call) => ({
    ...call,
    isLocal: call.isLocal || !fetches,
    knownMaxMs: KNOWN_MAX_MS,
    searchLane,
  })
  return {
    resolve: (name, call = {}) => resolve(name, bounded(call)),
    search: (name, call) => search(name, bounded(call)),
  }
}
