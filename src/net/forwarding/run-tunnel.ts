import type { Stream, StreamCloseEvent } from '@libp2p/interface'
import type { Clock } from '../../ports/clock.ts'
import type { SocketConnection } from '../../ports/socket-targets.ts'
import { sendBytes, streamBytes } from './stream-bytes.ts'

export interface TunnelEnds {
  readonly stream: Stream
  readonly socket: SocketConnection
  readonly clock: Pick<Clock, 'sleep'>
  /** Bytes for the socket before those of the stream. */
  readonly head?: Uint8Array | undefined
  /** Aborts both ends. */
  readonly signal: AbortSignal
}

/** Time without a byte after which a tunnel is dropped when one direction has ended. */
const LINGER_MS = 60_000

/**
 * Copies bytes between a peer's stream and a socket, each way as fast as its receiver takes them. Resolves when both
 * directions have ended, or when one end breaks off, which ends the other too.
 *
 * The end of the stream closes only the writing side of the socket, whose answer may follow. The end of the socket
 * closes the stream once everything is sent. Never the other way round: the reference drops both directions as soon
 * as one ends, so a stream is not closed while its own answer is awaited.
 */
export async function runTunnel({ stream, socket, clock, head, signal }: TunnelEnds): Promise<void> {
  const over = new AbortController()
  const progress = { chunks: 0 }
  const drop = (reason: Error) => {
    stream.abort(reason)
    socket.abort()
  }
  const onAbort = () => drop(new Error('The tunnel is closed'))
  // A socket that takes no bytes would hide that the peer is gone.
  const onClose = ({ error }: StreamCloseEvent) => {
    if (error) socket.abort()
  }
  let isEnding = false
  const onEnd = () => {
    if (!isEnding) void dropIdle({ clock, progress, signal: over.signal, drop })
    isEnding = true
  }
  signal.addEventListener('abort', onAbort, { once: true })
  stream.addEventListener('close', onClose)
  if (signal.aborted) onAbort()
  const way = { stream, socket, progress, onEnd }
  try {
    await Promise.all([toSocket({ ...way, head }), toStream(way)])
  } catch (error) {
    drop(error instanceof Error ? error : new Error('The socket failed'))
  } finally {
    over.abort()
    signal.removeEventListener('abort', onAbort)
    stream.removeEventListener('close', onClose)
  }
}

interface Progress {
  /** Chunks that were copied so far. */
  chunks: number
}

interface Way extends Pick<TunnelEnds, 'stream' | 'socket' | 'head'> {
  readonly progress: Progress
  /** Called when its source has ended. */
  readonly onEnd: () => void
}

async function toSocket({ stream, socket, head, progress, onEnd }: Way): Promise<void> {
  const writer = socket.writable.getWriter()
  // A target may stop reading and still send. What it does not read is dropped, or the peer could not end.
  const unread = () => undefined
  if (head) await writer.write(head).catch(unread)
  for await (const bytes of streamBytes(stream)) {
    progress.chunks += 1
    await writer.write(bytes).catch(unread)
  }
  onEnd()
  await writer.close().catch(unread)
}

async function toStream({ stream, socket, progress, onEnd }: Way): Promise<void> {
  const reader = socket.readable.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    progress.chunks += 1
    await sendBytes(stream, value)
  }
  onEnd()
  await stream.close()
}

interface IdleOptions extends Pick<TunnelEnds, 'clock' | 'signal'> {
  readonly progress: Progress
  readonly drop: (reason: Error) => void
}

async function dropIdle({ clock, progress, signal, drop }: IdleOptions): Promise<void> {
  for (;;) {
    const before = progress.chunks
    const isOver = await clock.sleep(LINGER_MS, { signal }).then(
      () => false,
      () => true,
    )
    if (isOver) return
    if (progress.chunks === before) return drop(new Error('The tunnel was idle after one side had ended'))
  }
}
