import type { CoreNode } from '../../../src/node/create.ts'
import type { PeerProcess } from '../../../src/ports/peer-process.ts'
import { untilAborted } from '../../../src/streams/until-aborted.ts'
import type { Term, Turn } from './run-for-leader.ts'

/** How often a tab whose peer does not start looks for another one that may lead. */
const LOOK_EVERY_MS = 5_000

/** The node of a tab that is a candidate. */
export interface CandidateNode {
  /** Services by name; loads their code. */
  readonly use: CoreNode['use']
  readonly sessions: CoreNode['sessions']
  readonly logger: CoreNode['logger']
  readonly clock: Pick<CoreNode['clock'], 'sleep'>
  /** Answers requests to the node. */
  readonly fetch: PeerProcess['fetch']
}

/**
 * Starts the peer of an elected tab, connects it to the bootstrap peers, and answers for it until the term ends. If the
 * peer does not start, as in a tab of an older build whose code the server no longer has, the tab hands over to the next
 * one that waits.
 */
export function leaderTerm(
  { use, sessions, logger, clock, fetch }: CandidateNode,
  { isContested, handOver }: Turn,
): Term {
  const over = new AbortController()
  const start = async () => {
    const { network, bootstrap, swarm } = await use(['network', 'bootstrap', 'swarm'])
    await network.peer()
    const connecting = (await bootstrap.list()).map((address) => swarm.connect([address]))
    for (const { status, ...outcome } of await Promise.allSettled(connecting)) {
      if (status === 'rejected') logger.log('warn', 'net', 'Cannot connect to bootstrap peer', outcome)
    }
  }
  /** Ends when the peer has started after all, or with the term. */
  const giveWay = async () => {
    for (;;) {
      if (await isContested()) {
        const isStarted = await start().then(
          () => true,
          () => false,
        )
        if (!isStarted) handOver()
        return
      }
      await clock.sleep(LOOK_EVERY_MS, { signal: over.signal })
    }
  }
  const started = start().catch((error: unknown) => {
    logger.log('error', 'net', 'Cannot start peer of this tab', { error })
    giveWay().catch(() => undefined)
  })
  return {
    leader: {
      fetch,
      async fetchBlock(cid, options) {
        // The first block is often wanted by the page that has just opened.
        await untilAborted(started, options)
        return sessions.open(options).has(cid)
      },
    },
    async stop() {
      over.abort(new DOMException('The term is over', 'AbortError'))
      const stopping = async () => (await use(['network'])).network.stop()
      // What could not be loaded does not run.
      await stopping().catch((error: unknown) => logger.log('warn', 'net', 'Cannot stop peer', { error }))
    },
  }
}
