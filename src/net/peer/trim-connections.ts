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
  readonly clock: Pick<Clock, 'now'>
  readonly logger: Logger
}

/**
 * Makes room for new peers before the limit of connections is reached: closes connections that carry no streams of
 * content first, and older ones first among equals.
 */
export async function trimConnections(
  { libp2p }: RunningPeer,
  { limits, clock, logger }: TrimOptions,
): Promise<StopExtension> {
  let isTrimming = false

  const trim = async () => {
    const { high, low, graceMs, kept } = await limits()
    const open = libp2p.getConnections()
    if (low >= high || open.length < high) return
    const idle = open
      .filter(({ timeline }) => clock.now() - timeline.open >= graceMs)
      .filter(({ remotePeer }) => !kept.has(remotePeer.toString()))
      .sort((a, b) => a.streams.length - b.streams.length || a.timeline.open - b.timeline.open)
    await Promise.all(idle.slice(0, open.length - low).map(close))
  }
  const close = async (connection: Connection) => {
    try {
      await connection.close()
    } catch (error) {
      connection.abort(error instanceof Error ? error : new Error('Cannot close connection'))
    }
  }
  const onOpen = () => {
    if (isTrimming) return
    isTrimming = true
    // The list of connections changes after this event.
    Promise.resolve()
      .then(trim)
      .catch((error: unknown) => logger.log('warn', 'net', 'Cannot close connections', { error }))
      .finally(() => {
        isTrimming = false
      })
  }
  libp2p.addEventListener('connection:open', onOpen)
  return async () => libp2p.removeEventListener('connection:open', onOpen)
}
