import type { Stream, StreamCloseEvent, StreamMessageEvent } from '@libp2p/interface'
import { DomainError } from '../../../errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import { decodeBitswapMessage } from '../wire/decode-message.ts'
import { createFrames } from '../wire/frames.ts'
import type { BitswapMessage } from '../wire/message.ts'
import type { ReceiveLimit } from './receive-limit.ts'

/** The part of an inbound stream that is used. */
export type InboundStream = Pick<
  Stream,
  'addEventListener' | 'removeEventListener' | 'abort' | 'close' | 'pause' | 'resume' | 'readStatus'
>

export interface ReceiveOptions {
  readonly limit: ReceiveLimit
  readonly clock: Pick<Clock, 'sleep'>
  /** Called for each chunk after which the rest of a message is missing: it may become the answer to a want. */
  readonly onPart: () => void
  /** Handles a message before the next one of the stream. A stream whose message is refused is aborted. */
  readonly onMessage: (message: BitswapMessage) => Promise<void>
  /** Called when the stream has ended before its time, so that messages of it may be lost. */
  readonly onLoss: () => void
}

/** A stream is paused while this many bytes of its messages wait to be handled. */
const MAX_WAITING_BYTES = 1024 * 1024

/** A stream is aborted when no byte of a message that has begun arrives in this time, or in twice of it. */
const STALL_MS = 10_000

/**
 * Reads the messages of a stream until it ends. Chunks are taken as they arrive, because the stream's own iterator
 * would buffer without a limit. A stream of malformed, too large or too many messages is aborted, and so is one that stalls
 * in the middle of a message.
 */
export function receiveMessages(
  stream: InboundStream,
  { limit, clock, onPart, onMessage, onLoss }: ReceiveOptions,
): void {
  const frames = createFrames()
  const ended = new AbortController()
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let parts = 0
  let isWatching = false
  let isHandling = false
  let hasEnded = false
  let hasFailed = false

  const count = () => hold(waitingBytes + (hasEnded ? 0 : frames.heldBytes))
  const end = () => {
    if (hasEnded) return
    hasEnded = true
    ended.abort()
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
  const hold = limit.add(fail)
  /** Ends at the first check that finds no message that has begun. */
  const watchParts = async () => {
    for (let before = -1; frames.heldBytes > 0; ) {
      // While the stream is paused, its bytes wait for this node.
      if (before === parts && stream.readStatus !== 'paused') {
        return fail(new DomainError('timeout', `Cannot read message of a peer: no bytes in ${STALL_MS} ms`))
      }
      before = parts
      await clock.sleep(STALL_MS, { signal: ended.signal })
    }
    isWatching = false
  }
  const onPartHeld = () => {
    parts += 1
    onPart()
    if (isWatching) return
    isWatching = true
    // It is aborted when the stream ends.
    watchParts().catch(() => undefined)
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
      if (hasFailed) return
      if (frames.heldBytes > 0) onPartHeld()
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
