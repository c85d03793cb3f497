import { isLoopback } from '../../../src/access/policy.ts'
import { DomainError } from '../../../src/errors.ts'
import type { NetworkSettings } from '../../../src/net/settings.ts'
import type { Ports } from '../../../src/node/create.ts'
import { loadOnce } from '../../../src/state/load-once.ts'
import type { CandidateNode } from './leader-term.ts'
import type { TransportOptions } from './load-transports.ts'
import type { Candidacy } from './run-for-leader.ts'

/** The part of a tab among peers: it runs the peer if it is elected, and otherwise finds the tab that does. */
export interface TabNetwork {
  readonly ports: Required<Pick<Ports, 'peerProcesses' | 'transports' | 'findDefaultPeer'>>
  readonly settings: Partial<NetworkSettings>
  /** Makes this tab a candidate. The peer starts when it is elected. */
  joinElection(node: CandidateNode): void
  /** Ends the candidacy, stops the peer if it runs here, and resolves when another tab can be elected. */
  leave(): Promise<void>
}

/**
 * Creates the part of a tab that may be elected among the tabs of a storage, whose name is `scope`. Loads no code
 * before it is used.
 */
export function createTabNetwork(scope: string, options: TransportOptions): TabNetwork {
  const leaving = new AbortController()
  const node = Promise.withResolvers<CandidateNode>()
  /** Before it, no tab may lead although this one is about to. */
  const placed = Promise.withResolvers<void>()
  let isLeading = false
  let candidacy: Promise<void> | undefined
  const watch = {
    get isLed() {
      return !isLeading
    },
  }
  const others = loadOnce(async () => (await import('./leader-tab.ts')).leaderTab(scope, watch))

  const elect = async (candidate: CandidateNode) => {
    const [{ runForLeader }, { leaderTerm }] = await Promise.all([
      import('./run-for-leader.ts'),
      import('./leader-term.ts'),
    ])
    const lead: Candidacy['lead'] = (turn) => {
      isLeading = true
      const { leader, stop } = leaderTerm(candidate, turn)
      return {
        leader,
        async stop() {
          isLeading = false
          await stop()
        },
      }
    }
    const term = runForLeader({ scope, lead, signal: leaving.signal })
    placed.resolve()
    await term
  }

  return {
    settings: { isPublicOnly: !isLoopback(location.hostname) },
    ports: {
      peerProcesses: {
        get isElsewhere() {
          return watch.isLed
        },
        async find() {
          await placed.promise
          return watch.isLed ? (await others()).find() : undefined
        },
      },
      transports: {
        dials: ['ws', 'wss', 'webrtc', 'webrtc-direct'],
        addresses: () => [],
        async load() {
          if (isLeading) return (await import('./load-transports.ts')).loadTransports(options)
          throw new DomainError('unavailable', 'Cannot start peer: this tab was not elected to run it')
        },
      },
      async findDefaultPeer(call) {
        const [{ use }, { connectToServer }] = await Promise.all([node.promise, import('./page-server.ts')])
        const { network } = await use(['network'])
        return connectToServer(await network.peer(call), { origin: location.origin, ...call })
      },
    },
    joinElection(candidate) {
      node.resolve(candidate)
      candidacy = elect(candidate).catch((error: unknown) => {
        placed.resolve()
        candidate.logger.log('error', 'net', 'Cannot take part in the election', { error })
      })
    },
    async leave() {
      leaving.abort(new DOMException('The tab has left the network', 'AbortError'))
      await candidacy
    },
  }
}
