import type { PeerProcess } from '../../../src/ports/peer-process.ts'
import { answerCalls } from './answer-calls.ts'
import {
  aborted,
  callerName,
  electionLock,
  electionsChannel,
  holdLock,
  leaderName,
  watchLock,
} from './leader-locks.ts'
import { channelLink } from './link.ts'

/** A message to the leader: a process that opens a link on a channel of its own. */
export interface Hello {
  readonly caller: string
}

export interface Candidacy {
  /** Name of the storage that the candidates share. */
  readonly scope: string
  /** Called when this tab was elected. */
  readonly lead: () => Term
  /** Ends the candidacy, or the term. */
  readonly signal: AbortSignal
}

export interface Term {
  /** Answers the calls of other processes. */
  readonly leader: PeerProcess
  /** Called at the end of the term, before another tab is elected. */
  stop(): Promise<void>
}

/**
 * Waits until no other tab leads, and then leads until `signal` aborts. If the tab is closed, the browser gives the
 * lock to the next candidate.
 */
export async function runForLeader({ scope, lead, signal }: Candidacy): Promise<void> {
  const leading = async () => {
    const { leader, stop } = lead()
    const id = crypto.randomUUID()
    const hellos = new BroadcastChannel(leaderName(scope, id))
    hellos.onmessage = ({ data }: MessageEvent<Hello>) => acceptCaller(data.caller, { scope, leader, signal })
    try {
      await holdLock(leaderName(scope, id), signal)
      const elections = new BroadcastChannel(electionsChannel(scope))
      elections.postMessage(id)
      await aborted(signal)
      elections.close()
    } finally {
      hellos.close()
      await stop()
    }
  }
  try {
    await navigator.locks.request(electionLock(scope), { signal }, leading)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

interface Accepting {
  readonly scope: string
  readonly leader: PeerProcess
  readonly signal: AbortSignal
}

/** Opens this end of a link, which lasts until one of the two processes ends. */
function acceptCaller(caller: string, { scope, leader, signal }: Accepting): void {
  const name = callerName(scope, caller)
  const gone = new AbortController()
  const closed = AbortSignal.any([signal, gone.signal])
  const channel = new BroadcastChannel(name)
  closed.addEventListener('abort', () => channel.close())
  answerCalls(channelLink(channel, closed), leader)
  watchLock(name, () => gone.abort(new DOMException('The caller was closed', 'AbortError')), closed)
  channel.postMessage('welcome')
}
