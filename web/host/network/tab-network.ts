import { DomainError } from '../../../src/errors.ts'
import type { Network } from '../../../src/net/network.ts'
import type { Ports } from '../../../src/node/create.ts'
import type { PeerProcess } from '../../../src/ports/peer-process.ts'
import { loadOnce } from '../../../src/state/load-once.ts'
import { isLed } from './leader-locks.ts'
import type { TransportOptions } from './load-transports.ts'

/** The part of a tab among peers: it runs the peer if it is elected, and otherwise finds the tab that does. */
export interface TabNetwork {
  readonly ports: Pick<Ports, 'peerProcesses' | 'transports'>
  /** Stands for election. The peer starts when this tab is elected. */
  stand(node: ElectedNode): void
  /** Ends the candidacy, stops the peer if it runs here, and resolves when another tab can be elected. */
  leave(): Promise<void>
}

export interface ElectedNode {
  /** Answers the calls of other tabs and of the service worker. */
  readonly leader: PeerProcess
  readonly network: () => Promise<Network>
  readonly onError: (error: unknown) => void
}

export interface CreateTabNetworkOptions {
  /** Name of the storage. Tabs of one storage elect one of them. */
  readonly scope: string
  /** Absent for a tab that never runs the peer. */
  readonly candidate?: TransportOptions | undefined
}

/** Loads no code before it is used. */
export function createTabNetwork({ scope, candidate }: CreateTabNetworkOptions): TabNetwork {
  const leaving = new AbortController()
  let isLeading = false
  let candidacy: Promise<void> | undefined
  const others = loadOnce(async () => (await import('./leader-tab.ts')).leaderTab(scope, () => isLeading))

  const elect = async ({ leader, network, onError }: ElectedNode) => {
    const { runForLeader } = await import('./run-for-leader.ts')
    const lead = () => {
      isLeading = true
      network()
        .then((started) => started.peer())
        .catch(onError)
      return {
        leader,
        async stop() {
          isLeading = false
          await (await network()).stop()
        },
      }
    }
    await runForLeader({ scope, lead, signal: leaving.signal })
  }

  return {
    ports: {
      peerProcesses: {
        async find() {
          if (isLeading || !(await isLed(scope))) return undefined
          return (await others()).find()
        },
      },
      transports: candidate && {
        addresses: () => [],
        async load() {
          if (isLeading) return (await import('./load-transports.ts')).loadTransports(candidate)
          throw new DomainError('unavailable', 'Cannot start peer: another tab of this browser runs it')
        },
      },
    },
    stand(node) {
      candidacy = elect(node).catch(node.onError)
    },
    async leave() {
      leaving.abort(new DOMException('The tab has left the network', 'AbortError'))
      await candidacy
    },
  }
}
