import type { Ports } from '../../src/node/create.ts'
import type { Env } from '../env.ts'
import { connectionOpener, webSocketAccepter } from './accept-web-socket.ts'
import { socketTargets } from './socket-targets.ts'

export interface ForwardingPortsOptions {
  /** Hosts with ports to which peers' streams may be forwarded. */
  readonly hosts: readonly string[]
  readonly stance: Env['ACCESS']
}

/** The ports for `p2p/listen` and `p2p/forward`. */
export function forwardingPorts({
  hosts,
  stance,
}: ForwardingPortsOptions): Pick<Ports, 'acceptWebSocket' | 'socketTargets'> {
  const openConnection = connectionOpener()
  return {
    acceptWebSocket: webSocketAccepter(openConnection, stance),
    socketTargets: socketTargets({ hosts, isLoopback: stance === 'loopback', openConnection }),
  }
}
