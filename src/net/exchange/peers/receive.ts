import type { Stream, StreamCloseEvent, StreamMessageEvent } from '@libp2p/interface'
import { DomainError } from '../../../errors.ts'
import { decodeBitswapMessage } from '../wire/decode-message.ts'
import { createFrames } from '../wire/frames.ts'
import type { BitswapMessage } from '../wire/message.ts'

/** The part of an inbound stream that is used. */
export type InboundStream = Pick<
  Stream,
  'addEventListener' | 'removeEventListener' | 'abort' | 'close' | 'pause' | 'resume' | 'readStatus'
>

/** Bytes of received messages that are in memory, whole or in parts, for all streams that share it. */
export interface ReceiveLimit {
  /** Counts more bytes, or fewer if negative. Throws `too-large` over the limit. */
  add(sizeBytes: number): void
}

export interface ReceiveOptions {
  readonly limits: readonly ReceiveLimit[]
  /** Called for each chunk after which the rest of a message is missing: it may become the answer to a want. */
  readonly onPart: () => void
  /** Handles a message before the next one of the stream. A stream whose message is refused is aborted. */
  readonly onMessage: (message: BitswapMessage) => Promise<void>
  /** Called when the stream has ended before its time, so that messages of it may be lost. */
  readonly onLoss: () => void
}

/** A stream is paused while this many bytes of its messages wait to be handled. */
const MAX_WAITING_BYTES = 1024 * 1024

/** Creates a limit of bytes in memory. */
export function createReceiveLimit(maxBytes: number): ReceiveLimit {
  let heldBytes = 0
  return {
    add(sizeBytes) {
      heldBytes += sizeBytes
      if (sizeBytes > 0 && heldBytes > maxBytes) {
        throw new DomainError('too-large', `Cannot read messages of peers: over ${maxBytes} bytes wait`)
      }
    },
  }
}

/**
 * Reads the messages of a stream until it ends. Chunks are taken as they arrive, because the stream's own iterator
 * would buffer without a limit. A stream of malformed, too large or too many messages is aborted.
 */
export function receiveMessages(
  stream: InboundStream,
  { limits, onPart, onMessage, onLoss }: ReceiveOptions,
): void {
  const frames = createFrames()
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let countedBytes = 0
  let isHandling = false
  let hasEnded = false
  let hasFailed = false

  const count = () => {
    const heldBytes = waitingBytes + (hasEnded ? 0 : frames.heldBytes)
    const change = heldBytes - countedBytes
    countedBytes = heldBytes
    for (const limit of limits) limit.add(change)
  }
  const end = () => {
    if (hasEnded) return
    hasEnded = true
    stream.removeEventListener('message', take)
    stream.removeEventListener('close', onClose)
    stream.removeEventListener('remoteCloseWrite', answerClose)
    count()
  }
  const fail = (error: unknown) => {
    hasFailed = true
    waiting = []
    waitingBytes = 0
    end()
    count()
    stream.abort(error instanceof Error ? error : new Error('Cannot read message', { cause: error }))
    onLoss()
  }
  const onClose = ({ error }: StreamCloseEvent) => {
    const isCut = error !== undefined || frames.heldBytes > 0
    end()
    if (isCut) onLoss()
  }
  const handleAll = async () => {
    isHandling = true
    try {
      // Taken together: the first element of a long array is expensive to remove.
      for (let messages = waiting; messages.length > 0; messages = waiting) {
        waiting = []
        for (const bytes of messages) {
          await onMessage(decodeBitswapMessage(bytes))
          if (hasFailed) return
          waitingBytes -= costOf(bytes)
          count()
          if (waitingBytes <= MAX_WAITING_BYTES && stream.readStatus === 'paused') stream.resume()
        }
      }
    } catch (error) {
      fail(error)
    } finally {
      isHandling = false
    }
  }
  const take = ({ data }: StreamMessageEvent) => {
    try {
      for (const bytes of frames.push(data.subarray())) {
        waiting.push(bytes)
        waitingBytes += costOf(bytes)
      }
      count()
      if (frames.heldBytes > 0) onPart()
      if (waitingBytes > MAX_WAITING_BYTES) stream.pause()
      if (!isHandling) handleAll().catch(fail)
    } catch (error) {
      fail(error)
    }
  }
  const answerClose = () => {
    stream.close().catch(fail)
  }
  stream.addEventListener('message', take)
  stream.addEventListener('close', onClose)
  stream.addEventListener('remoteCloseWrite', answerClose)
}

/** Memory of a waiting message. An empty one takes some too. */
function costOf({ byteLength }: Uint8Array): number {
  return byteLength + 128
}
