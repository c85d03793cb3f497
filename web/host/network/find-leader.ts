import type { PeerProcess } from '../../../src/ports/peer-process.ts'
import { callLeader, leaderGone } from './call-leader.ts'
import {
  callerName,
  electionLock,
  electionsChannel,
  holdLock,
  leaderName,
  watchLock,
  withinLimit,
} from './leader-locks.ts'
import { channelLink } from './link.ts'
import type { CallerMessage, LeaderMessage } from './messages.ts'
import type { Hello } from './run-for-leader.ts'

export interface FoundLeader {
  readonly process: PeerProcess
  /** Aborts when the leader has ended, or one that did not answer does. */
  readonly closed: AbortSignal
}

/**
 * Opens a link to the tab that leads. `undefined` if no tab does. If the tab does not answer within 10 seconds, the calls
 * of its process throw `unavailable` at once, so that only the first of them waits.
 */
export async function findLeader(scope: string): Promise<FoundLeader | undefined> {
  const leader = await electedLeader(scope)
  if (leader === undefined) return undefined
  const caller = crypto.randomUUID()
  const name = callerName(scope, caller)
  const gone = new AbortController()
  const { signal: closed } = gone
  await holdLock(name, closed)
  const channel = new BroadcastChannel(name)
  const welcome = Promise.withResolvers<void>()
  channel.onmessage = () => welcome.resolve()
  closed.addEventListener('abort', () => {
    channel.close()
    welcome.reject(closed.reason)
  })
  watchLock(leaderName(scope, leader), () => gone.abort(leaderGone()), closed)
  greetLeader(leaderName(scope, leader), { caller })
  try {
    await withinLimit(welcome.promise)
  } catch (error) {
    if (closed.aborted) throw error
    welcome.promise.then(
      () => gone.abort(error),
      () => undefined,
    )
    const refuse = () => Promise.reject(error)
    return { process: { fetch: refuse, fetchBlock: refuse }, closed }
  }
  return { process: callLeader(channelLink<CallerMessage, LeaderMessage>(channel, closed)), closed }
}

function greetLeader(leader: string, hello: Hello): void {
  const channel = new BroadcastChannel(leader)
  channel.postMessage(hello)
  channel.close()
}

/** The id of the tab that leads. `undefined` if no tab leads, or is about to. */
async function electedLeader(scope: string): Promise<string | undefined> {
  const elections = new BroadcastChannel(electionsChannel(scope))
  const announced = new Promise<string>((resolve) => {
    elections.onmessage = ({ data }: MessageEvent<string>) => resolve(data)
  })
  try {
    const prefix = leaderName(scope, '')
    const names = ((await navigator.locks.query()).held ?? []).map(({ name = '' }) => name)
    const leader = names.find((name) => name.startsWith(prefix))
    if (leader !== undefined) return leader.slice(prefix.length)
    return names.includes(electionLock(scope)) ? await withinLimit(announced) : undefined
  } finally {
    elections.close()
  }
}
