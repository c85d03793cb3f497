import type { MessageStream, Stream, StreamCloseEvent, StreamMessageEvent } from '@libp2p/interface'
import { drained } from '../drained.ts'

/**
 * Bytes of a stream as they arrive, until the peer sends no more. The stream is paused while the consumer works, so
 * that the muxer's window bounds what waits. Throws the error of a stream that was reset.
 */
export async function* streamBytes(stream: Stream): AsyncGenerator<Uint8Array, void> {
  const waiting: Uint8Array[] = []
  let failure: Error | undefined
  let news = Promise.withResolvers<void>()
  let isResuming = false
  const pause = () => {
    if (stream.readStatus === 'readable') stream.pause()
  }
  const onMessage = ({ data }: StreamMessageEvent) => {
    waiting.push(data.subarray())
    // `resume` delivers what the stream holds, and opens the muxer's window afterwards: a pause in between is lost.
    if (!isResuming) pause()
    news.resolve()
  }
  const resume = () => {
    if (stream.readStatus !== 'paused') return
    isResuming = true
    stream.resume()
    isResuming = false
    if (waiting.length > 0) pause()
  }
  const onEnd = () => news.resolve()
  const onClose = ({ error }: StreamCloseEvent) => {
    failure = error
    news.resolve()
  }
  stream.addEventListener('message', onMessage)
  stream.addEventListener('end', onEnd)
  stream.addEventListener('close', onClose)
  try {
    for (;;) {
      const bytes = waiting.shift()
      if (bytes) {
        yield bytes
        continue
      }
      resume()
      if (waiting.length > 0) continue
      if (failure || stream.status === 'aborted' || stream.status === 'reset') throw failure ?? reset(stream)
      if (stream.readableEnded || stream.status === 'closed') return
      await news.promise
      news = Promise.withResolvers()
    }
  } finally {
    stream.removeEventListener('message', onMessage)
    stream.removeEventListener('end', onEnd)
    stream.removeEventListener('close', onClose)
  }
}

/** Sends bytes, and waits until the stream accepts more. Throws the error of a stream that was reset. */
export async function sendBytes(stream: Stream, bytes: Uint8Array): Promise<void> {
  if (!stream.send(bytes)) await drained(stream)
}

function reset({ status }: Pick<MessageStream, 'status'>): Error {
  return new Error(`The stream is ${status}`)
}
