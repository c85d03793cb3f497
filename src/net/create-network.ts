import type { AbortOptions } from '../ports/abort.ts'
import type { Logger } from '../ports/logger.ts'
import { untilAborted } from '../streams/until-aborted.ts'
import type { Network, RunningPeer, StopExtension } from './network.ts'
import type { Traffic } from './traffic.ts'

/** A peer that has started its own protocols, and neither dials nor accepts before `open`. */
export interface StartedPeer extends RunningPeer {
  /** Listens on the addresses of the transports. */
  open(): Promise<void>
  stop(): Promise<void>
}

export interface CreateNetworkOptions {
  readonly start: () => Promise<StartedPeer>
  /** The addresses of a peer that has not started. */
  readonly addresses: () => readonly string[]
  readonly traffic: Traffic
  readonly logger: Logger
}

interface Running {
  readonly peer: StartedPeer
  readonly stops: readonly StopExtension[]
}

/** {@link Network} with one peer, which starts at the first call that needs it. */
export function createNetwork({ start, addresses, traffic, logger }: CreateNetworkOptions): Network {
  const extensions: Parameters<Network['extend']>[0][] = []
  let starting: Promise<Running> | undefined
  let running: Running | undefined

  const stopPeer = async ({ peer, stops }: Running) => {
    for (const stop of stops.toReversed()) {
      await stop().catch((error: unknown) => {
        logger.log('warn', 'net', 'Cannot stop service of the peer', { error })
      })
    }
    await peer.stop()
  }

  const startPeer = async (): Promise<Running> => {
    const peer = await start()
    const stops: StopExtension[] = []
    try {
      for (const set of extensions) {
        const stop = await set(peer)
        if (stop) stops.push(stop)
      }
      running = { peer, stops }
      await peer.open()
      return running
    } catch (error) {
      running = undefined
      await stopPeer({ peer, stops })
      throw error
    }
  }

  return {
    isEnabled: true,
    traffic,
    async peer(options?: AbortOptions) {
      starting ??= startPeer().catch((error: unknown) => {
        starting = undefined
        throw error
      })
      const { peer } = await untilAborted(starting, options)
      return peer
    },
    get running() {
      return running?.peer
    },
    addresses() {
      const { libp2p } = running?.peer ?? {}
      const known = libp2p
        ? libp2p.getMultiaddrs().map((address) => withoutPeer(address.toString()))
        : addresses()
      return known.toSorted()
    },
    extend(set) {
      extensions.push(set)
    },
    async stop() {
      const started = await starting?.catch(() => undefined)
      starting = undefined
      running = undefined
      if (started) await stopPeer(started)
    },
  }
}

function withoutPeer(address: string): string {
  return address.replace(/\/p2p\/[^/]+$/, '')
}
