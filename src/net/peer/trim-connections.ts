import type { Connection } from '@libp2p/interface'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../ports/logger.ts'
import type { RunningPeer, StopExtension } from '../network.ts'

/** The owner's limits, as they are now. */
export interface ConnectionLimits {
  /** With this many connections, some are closed. */
  readonly high: number
  /** So many are left. No connection is closed if it is not below `high`. */
  readonly low: number
  /** A connection is kept for this time in any case. */
  readonly graceMs: number
  /** Ids of peers whose connections are never closed. */
  readonly kept: ReadonlySet<string>
}

export interface TrimOptions {
  readonly limits: () => Promise<ConnectionLimits>
  readonly clock: Clock
  readonly logger: Logger
}

/** Connections of one peer beyond these are closed first: it uses one, and has others while they are replaced. */
const USUAL_OF_PEER = 4

/** A full node accepts no connection that would make it look again, so it looks by itself while some are too new. */
const LOOK_AGAIN_MS = 5_000

/**
 * Makes room for new peers before the limit of connections is reached: closes surplus connections of a peer that has
 * many first, then those that carry no streams of content, and older ones first among equals.
 */
export async function trimConnections(
  { libp2p }: RunningPeer,
  { limits, clock, logger }: TrimOptions,
): Promise<StopExtension> {
  const stopping = new AbortController()
  const { signal } = stopping
  let isTrimming = false

  const trim = async () => {
    for (;;) {
      const { high, low, graceMs, kept } = await limits()
      const open = libp2p.getConnections().filter(({ status }) => status === 'open')
      if (low >= high || open.length < high) return
      const closable = open.filter(({ remotePeer }) => !kept.has(remotePeer.toString()))
      const idle = inOrder(closable).filter(({ timeline }) => clock.now() - timeline.open >= graceMs)
      if (closable.length === 0) return
      if (idle.length === 0) await clock.sleep(LOOK_AGAIN_MS, { signal })
      else await Promise.all(idle.slice(0, open.length - low).map(close))
    }
  }
  const close = async (connection: Connection) => {
    try {
      await connection.close()
    } catch (error) {
      connection.abort(error instanceof Error ? error : new Error('Cannot close connection'))
    }
  }
  const trimOnce = async () => {
    if (isTrimming) return
    isTrimming = true
    try {
      await trim()
    } catch (error) {
      if (!signal.aborted) logger.log('warn', 'net', 'Cannot close connections', { error })
    } finally {
      isTrimming = false
    }
  }
  // The list of connections changes after this event.
  const onOpen = () => queueMicrotask(trimOnce)
  libp2p.addEventListener('connection:open', onOpen)
  return async () => {
    libp2p.removeEventListener('connection:open', onOpen)
    stopping.abort(new DOMException('The peer stops', 'AbortError'))
  }
}

/** Connections in the order in which they are closed. */
function inOrder(connections: readonly Connection[]): readonly Connection[] {
  const idleFirst = connections.toSorted(
    (a, b) => a.streams.length - b.streams.length || a.timeline.open - b.timeline.open,
  )
  const counts = new Map<string, number>()
  const [usual, surplus]: [Connection[], Connection[]] = [[], []]
  for (const connection of idleFirst.toReversed()) {
    const id = connection.remotePeer.toString()
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    if (count > USUAL_OF_PEER) surplus.push(connection)
    else usual.push(connection)
  }
  return [...surplus.toReversed(), ...usual.toReversed()]
}
