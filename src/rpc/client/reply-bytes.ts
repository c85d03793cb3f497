import { readChunk } from './read-chunk.ts'
import { RpcError } from './rpc-error.ts'

/** The end of a reply. */
export interface ReplyEnd {
  /** The signal of the call. Its reason ends a reply that has begun. */
  readonly signal: AbortSignal
  /** Called once the reply was read or abandoned. */
  readonly onClose: () => void
}

/**
 * The bytes of a reply. A reply that ends before its declared length fails with `RpcError`, because some hosts
 * end a broken reply as if it were complete. Cancelling the stream ends the call at the node.
 */
export function replyBytes(response: Response, { signal, onClose }: ReplyEnd): ReadableStream<Uint8Array> {
  const expected = declaredBytes(response.headers)
  const reader = (response.body ?? new Blob().stream()).getReader()
  let seen = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await readChunk(reader, signal)
        if (!done) {
          seen += value.byteLength
          return controller.enqueue(value)
        }
        onClose()
        if (expected === undefined || seen === expected) return controller.close()
        throw new RpcError(`Cannot read reply: it ended after ${seen} of ${expected} bytes`, { status: 200 })
      },
      async cancel(reason) {
        await reader.cancel(reason)
        onClose()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Absent where the length is unknown, or is that of a compressed form. */
function declaredBytes(headers: Headers): number | undefined {
  const length = headers.get('Content-Length')
  const encoding = headers.get('Content-Encoding') ?? 'identity'
  return length !== null && encoding === 'identity' ? Number(length) : undefined
}
