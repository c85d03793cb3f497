import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { TunnelEnds } from './run-tunnel.ts'

/** One forwarded connection. Addresses are multiaddrs. */
export interface ForwardedStream {
  readonly id: number
  readonly protocol: string
  /** The end that opened the connection. */
  readonly originAddress: string
  readonly targetAddress: string
}

/** Opens the ends of a connection. */
type OpenEnds = (options: AbortOptions) => Promise<Omit<TunnelEnds, 'signal'>>

/** The forwarded connections of a node, also those whose ends are being opened. */
export interface StreamRegistry {
  list(): readonly ForwardedStream[]
  /** Drops one connection, or all of them. Does nothing if it does not exist. */
  close(id: number | 'all'): void
  /** Throws `unavailable` when as many connections of tunnels are open as are permitted. */
  assertRoom(): void
  /**
   * Reserves a place, opens both ends, and copies between them until they are done or {@link close} is called. Throws
   * `unavailable` without a place and the errors of `assertPermitted` before anything is opened, and those of `openEnds`,
   * which then leaves nothing open.
   */
  run(described: Omit<ForwardedStream, 'id'>, openEnds: OpenEnds): Promise<void>
}

export interface StreamRegistryOptions {
  /** Throws where no connection may be forwarded. */
  readonly assertPermitted: (options: AbortOptions) => Promise<void>
}

/**
 * Connections of all peers, and as many of tunnels. Each holds up to a window of the muxer and some buffers of the
 * socket.
 */
export const MAX_STREAMS = 64

/** Connections of one peer, so that it leaves places for others. */
const MAX_STREAMS_OF_PEER = 32

/** How the origins of peers begin. Those of tunnels are addresses of clients. */
const PEER = '/p2p/'

export function createStreamRegistry({ assertPermitted }: StreamRegistryOptions): StreamRegistry {
  const open = new Map<number, { readonly described: ForwardedStream; readonly abort: AbortController }>()
  let nextId = 0

  const list = () => [...open.values()].map(({ described }) => described)
  const assertPlace = (origin: string | undefined) => {
    const isOfPeer = (address = '') => address.startsWith(PEER)
    const alike = list().filter(({ originAddress }) => isOfPeer(originAddress) === isOfPeer(origin))
    if (alike.length >= MAX_STREAMS) {
      throw new DomainError('unavailable', `Cannot forward connection: ${MAX_STREAMS} are open already`)
    }
    const ofPeer = alike.filter(({ originAddress }) => isOfPeer(origin) && originAddress === origin)
    if (ofPeer.length < MAX_STREAMS_OF_PEER) return
    throw new DomainError(
      'unavailable',
      `Cannot forward connection of "${origin}": ${MAX_STREAMS_OF_PEER} are open already`,
    )
  }
  return {
    assertRoom: () => assertPlace(undefined),
    list,
    close(id) {
      for (const { described, abort } of open.values()) {
        if (id === 'all' || id === described.id) abort.abort()
      }
    },
    async run(described, openEnds) {
      assertPlace(described.originAddress)
      const id = nextId
      const abort = new AbortController()
      nextId += 1
      open.set(id, { described: { id, ...described }, abort })
      try {
        // Once it has its place: a change of the setting meanwhile drops it.
        await assertPermitted({ signal: abort.signal })
        // First, because nothing may be left open if it cannot be loaded.
        const { runTunnel } = await import('./run-tunnel.ts')
        const { signal } = abort
        await runTunnel({ ...(await openEnds({ signal })), signal })
      } finally {
        open.delete(id)
      }
    },
  }
}
