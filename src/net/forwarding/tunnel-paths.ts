import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import { withTimeLimit } from '../../streams/with-time-limit.ts'
import type { Network } from '../network.ts'
import { type ForwardingListener, registered, type TunnelClient } from './forwarding.ts'
import type { PeerTarget } from './forwarding-address.ts'
import type { StreamRegistry } from './stream-registry.ts'

export interface TunnelPath extends ForwardingListener {
  readonly name: string
  readonly peer: PeerTarget
}

/** WebSocket paths of this node that lead to services of peers. */
export interface TunnelPaths {
  list(): readonly TunnelPath[]
  /** Takes one from an earlier run of this node. */
  restore(path: TunnelPath): void
  /** Throws `already-exists` for a registered path, and what `keep` throws, which leaves the path unregistered. */
  add(path: TunnelPath, keep: () => Promise<void>): Promise<void>
  /** Open connections continue. */
  remove(path: TunnelPath): void
  /** Throws `not-found`. */
  find(name: string): TunnelPath
  /** Resolves when the connection is over. Throws `unavailable` for a peer that cannot be reached. */
  connect(name: string, client: TunnelClient): Promise<void>
}

export interface TunnelPathsOptions {
  readonly network: Network
  readonly streams: StreamRegistry
  readonly clock: Pick<Clock, 'sleep'>
}

/** As long as the reference waits for a peer's stream. */
const DIAL_MS = 30_000

export function createTunnelPaths({ network, streams, clock }: TunnelPathsOptions): TunnelPaths {
  const held = new Map<string, TunnelPath>()

  const find = (name: string): TunnelPath => {
    const path = held.get(name)
    if (path) return path
    throw new DomainError('not-found', `Cannot find tunnel "${name}": no peer is forwarded to this path`)
  }
  const open = async ({ peer, protocol }: TunnelPath, options: AbortOptions) => {
    const [running, { openPeerStream }] = await Promise.all([
      network.peer(options),
      import('./open-peer-stream.ts'),
    ])
    try {
      return await openPeerStream(running, { peer, protocol, ...options })
    } catch (cause) {
      throw new DomainError('unavailable', `Cannot open "${protocol}" of peer "${peer.peerId}": no stream`, {
        cause,
      })
    }
  }
  return {
    list: () => [...held.values()],
    find,
    restore: (path) => void held.set(path.name, path),
    async add(path, keep) {
      if (held.has(path.name)) throw registered()
      held.set(path.name, path)
      try {
        await keep()
      } catch (error) {
        held.delete(path.name)
        throw error
      }
    },
    remove({ name }) {
      held.delete(name)
    },
    async connect(name, { socket, originAddress }) {
      try {
        const path = find(name)
        const { protocol, targetAddress } = path
        await streams.run({ protocol, originAddress, targetAddress }, async ({ signal }) => {
          const late = new AbortController()
          const limits = { clock, late, maxMs: DIAL_MS, signal }
          const stream = await withTimeLimit(() => open(path, { signal: late.signal }), limits)
          return { stream, socket, clock }
        })
      } catch (error) {
        socket.abort()
        throw error
      }
    },
  }
}
