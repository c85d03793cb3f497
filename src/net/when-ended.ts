import type { MessageStream } from '@libp2p/interface'

/**
 * Calls back once a connection has ended: at once if it has already, since its event is not sent again. A peer may leave
 * while its connection is still set up, and what then waits for the event is never released.
 */
export function whenEnded(
  stream: Pick<MessageStream, 'status' | 'addEventListener'>,
  callback: () => void,
): void {
  if (stream.status === 'open') stream.addEventListener('close', callback)
  else callback()
}
