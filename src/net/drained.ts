import type { MessageStream, StreamCloseEvent } from '@libp2p/interface'
import type { AbortOptions } from '../ports/abort.ts'
import { untilAborted } from '../streams/until-aborted.ts'

export type DrainedStream = Pick<MessageStream, 'addEventListener' | 'removeEventListener' | 'status'>

/**
 * Waits until a stream whose `send` returned false accepts more. Throws the error of a stream that was reset, and the
 * reason of the signal. The events are read here because `onDrain` of a stream resolves at once after its first time:
 * a sender that relies on it fills the write buffer, and the stream is reset at 16 MiB.
 */
export async function drained(stream: DrainedStream, { signal }: AbortOptions = {}): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const onDrain = () => resolve()
  const onClose = ({ error }: StreamCloseEvent) =>
    reject(error ?? new Error(`The stream is ${stream.status}`))
  stream.addEventListener('drain', onDrain)
  stream.addEventListener('close', onClose)
  try {
    await untilAborted(promise, { signal })
  } finally {
    stream.removeEventListener('drain', onDrain)
    stream.removeEventListener('close', onClose)
  }
}
