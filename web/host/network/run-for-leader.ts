import type { PeerProcess } from '../../../src/ports/peer-process.ts'
import { answerCalls } from './answer-calls.ts'
import {
  aborted,
  callerName,
  electionLock,
  electionsChannel,
  holdLock,
  isWaitedFor,
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
  /** Called each time when this tab was elected. */
  readonly lead: (turn: Turn) => Term
  /** Ends the candidacy, or the term. */
  readonly signal: AbortSignal
}

/** What an elected tab may do about its term. */
export interface Turn {
  /** True while another tab waits to be elected. */
  isContested(): Promise<boolean>
  /** Ends the term. Another tab is elected, and this one is a candidate again. */
  handOver(): void
}

export interface Term {
  /** Answers the calls of other processes. */
  readonly leader: PeerProcess
  /** Called at the end of the term, before another tab is elected. */
  stop(): Promise<void>
}

/**
 * Waits until no other tab leads, and then leads until `signal` aborts or the tab hands over, after which it waits again.
 * If the tab is closed, the browser gives the lock to the next candidate.
 */
export async function runForLeader({ scope, lead, signal }: Candidacy): Promise<void> {
  const leading = async () => {
    const handingOver = new AbortController()
    const over = AbortSignal.any([signal, handingOver.signal])
    const { leader, stop } = lead({
      isContested: () => isWaitedFor(electionLock(scope)),
      handOver: () => handingOver.abort(new DOMException('Another tab leads', 'AbortError')),
    })
    const id = crypto.randomUUID()
    const hellos = new BroadcastChannel(leaderName(scope, id))
    hellos.onmessage = ({ data }: MessageEvent<Hello>) =>
      acceptCaller(data.caller, { scope, leader, signal: over })
    try {
      await holdLock(leaderName(scope, id), over)
      const elections = new BroadcastChannel(electionsChannel(scope))
      elections.postMessage(id)
      await aborted(over)
      elections.close()
    } finally {
      hellos.close()
      await stop()
    }
  }
  try {
    while (!signal.aborted) await navigator.locks.request(electionLock(scope), { signal }, leading)
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
