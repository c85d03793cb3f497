import { compactBytes } from '../../../src/codec/bytes/bytes.ts'
import { DomainError, isDomainError } from '../../../src/errors.ts'

import type { BodyMessage } from './messages.ts'

/**
 * Bytes of a body that may be sent before its reader has taken them: enough that the sender does not wait for each
 * chunk. The last chunk may exceed it. Messages between processes have no back-pressure of their own.
 */
const WINDOW_BYTES = 1024 * 1024

export interface DuplexOptions {
  readonly post: (message: BodyMessage) => void
  /** Called when the reader of {@link Duplex.incoming} cancels it. */
  readonly onCancel: () => void
  /** Called when the last byte of {@link Duplex.incoming} was read. */
  readonly onRead?: () => void
  /** Called after the last message about the body that is sent. */
  readonly onSent?: () => void
}

/** The two bodies of one call at one of its ends. */
export interface Duplex {
  /** The body that the other end sends. Fails with `unavailable` when it breaks off there. */
  readonly incoming: ReadableStream<Uint8Array>
  send(body: ReadableStream<Uint8Array>): void
  receive(message: BodyMessage): void
  /** Ends both bodies. */
  end(error: unknown): void
}

/** Sends and receives the bodies of a call, at most {@link WINDOW_BYTES} ahead of their readers. */
export function createDuplex({ post, onCancel, onRead, onSent }: DuplexOptions): Duplex {
  const queue: Uint8Array[] = []
  let arrived: { readonly error?: unknown } | undefined
  let arrival = Promise.withResolvers<void>()
  let leftBytes = WINDOW_BYTES
  let room = Promise.withResolvers<void>()
  let isOver = false
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined

  const finish = (end: { readonly error?: unknown }) => {
    arrived ??= end
    arrival.resolve()
  }
  const incoming = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        while (queue.length === 0 && !arrived) {
          await arrival.promise
          if (!arrived) arrival = Promise.withResolvers()
        }
        const bytes = queue.shift()
        if (bytes) {
          post({ kind: 'taken', sizeBytes: bytes.byteLength })
          controller.enqueue(bytes)
          return
        }
        if (arrived && 'error' in arrived) controller.error(arrived.error)
        else controller.close()
        onRead?.()
      },
      cancel(reason) {
        queue.length = 0
        finish({ error: reason })
        onCancel()
      },
    },
    { highWaterMark: 0 },
  )

  const pump = async (body: ReadableStream<Uint8Array>) => {
    reader = body.getReader()
    try {
      while (!isOver) {
        const { done, value } = await reader.read()
        if (isOver) return
        if (done) return post({ kind: 'end' })
        leftBytes -= value.byteLength
        // A view would be copied together with all of its buffer.
        post({ kind: 'chunk', bytes: compactBytes(value) })
        while (leftBytes <= 0 && !isOver) await room.promise
      }
    } catch (error) {
      if (!isOver)
        post({ kind: 'broken', reason: isDomainError(error) ? error.message : 'its source failed' })
    } finally {
      onSent?.()
    }
  }

  return {
    incoming,
    send(body) {
      void pump(body)
    },
    receive(message) {
      if (message.kind === 'chunk') {
        if (arrived) return
        queue.push(message.bytes)
        arrival.resolve()
      } else if (message.kind === 'taken') {
        leftBytes += message.sizeBytes
        room.resolve()
        room = Promise.withResolvers()
      } else if (message.kind === 'end') finish({})
      else
        finish({ error: new DomainError('unavailable', `Cannot read the rest of a body: ${message.reason}`) })
    },
    end(error) {
      isOver = true
      finish({ error })
      room.resolve()
      reader?.cancel(error).catch(() => undefined)
    },
  }
}
