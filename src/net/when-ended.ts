import type { MessageStream } from '@libp2p/interface'

/**
 * Calls back once a connection or stream has ended: at once if it has already, since its event is not sent again. A
 * peer may leave while its connection is still set up, and what then waits for the event is never released.
 */
export function whenEnded(
  stream: Pick<MessageStream, 'status' | 'addEventListener'>,
  callback: () => void,
): void {
  if (hasEnded(stream)) callback()
  else stream.addEventListener('close', callback, { once: true })
}

/** True once nothing arrives or leaves any more. */
export function hasEnded({ status }: Pick<MessageStream, 'status'>): boolean {
  return status === 'closed' || status === 'aborted' || status === 'reset'
}
