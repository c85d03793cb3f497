import type { CoreNode } from '../../../src/node/create.ts'
import type { PeerProcess } from '../../../src/ports/peer-process.ts'
import { untilAborted } from '../../../src/streams/until-aborted.ts'
import type { Term } from './run-for-leader.ts'

/** The node of a tab that is a candidate. */
export interface CandidateNode {
  /** Services by name; loads their code. */
  readonly use: CoreNode['use']
  readonly sessions: CoreNode['sessions']
  readonly logger: CoreNode['logger']
  /** Answers requests to the node. */
  readonly fetch: PeerProcess['fetch']
}

/** Starts the peer of an elected tab, connects it to the bootstrap peers, and answers for it until the term ends. */
export function leaderTerm({ use, sessions, logger, fetch }: CandidateNode): Term {
  const start = async () => {
    const { network, bootstrap, swarm } = await use(['network', 'bootstrap', 'swarm'])
    await network.peer()
    const connecting = (await bootstrap.list()).map((address) => swarm.connect([address]))
    for (const { status, ...outcome } of await Promise.allSettled(connecting)) {
      if (status === 'rejected') logger.log('warn', 'net', 'Cannot connect to bootstrap peer', outcome)
    }
  }
  const started = start().catch((error: unknown) => {
    logger.log('error', 'net', 'Cannot start peer of this tab', { error })
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
      const { network } = await use(['network'])
      await network.stop()
    },
  }
}
