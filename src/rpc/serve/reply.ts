import { compactBytes, joinBytes } from '../../codec/bytes/bytes.ts'
import type { AddedHeaders } from '../../http/added-headers.ts'
import { wholeResponse } from '../../http/whole-response.ts'
import { byteStream, prepend, pullStart, START_BYTES } from '../../streams/byte-stream.ts'
import type { AnyCommand, ByteReply, EncodedReply } from '../declare/command.ts'
import { errorBody } from '../errors.ts'
import { goJson } from '../print/go-json.ts'
import { batchReadyLines, type ReadyLinesOptions } from './batch-ready-lines.ts'

const ENCODER = new TextEncoder()

export interface ReplyOptions extends ReadyLinesOptions {
  readonly encoding: string
  /** Formats one value for `encoding=text`. */
  readonly asText: (value: unknown) => string | Uint8Array
  /** Called with an error after the reply has begun, so that the client sees it only inside the reply. */
  readonly onError: (error: unknown) => void
  /** Called once when the reply is over: with true for one that was complete before any of it went out. */
  readonly onClose: (isWhole: boolean) => void
  /** Told of the size of what goes out. */
  readonly onBytes: (bytes: number) => void
  /** True while many replies go out. */
  readonly isCrowded: () => boolean
  /** Aborts when the client has disconnected. Asked for only by a reply that goes out in parts. */
  readonly clientSignal: () => AbortSignal
  /** Headers besides those that describe the reply. */
  readonly headers: AddedHeaders
}

/**
 * Converts the result of a handler to a response. The first item, or the first bytes, are awaited before the status is
 * chosen, so that early failures throw. A later failure becomes the last line of a stream of values, and breaks off a
 * stream of bytes, whose length is declared wherever it is known: no host can send trailers. Complete data is
 * sent as bytes, because a stream costs every host several times as much.
 */
export async function toResponse(
  { reply }: AnyCommand,
  result: unknown,
  options: ReplyOptions,
): Promise<Response> {
  if (reply.kind === 'bytes') return bytesResponse(await (result as Promise<ByteReply>), options)
  const value = await result
  if (isIterable(value)) return linesResponse(value, options)
  options.onClose(true)
  const { headers } = options
  if (reply.kind === 'empty')
    return identity(null, { 'Content-Type': mediaType(options), 'X-Chunked-Output': '1', ...headers })
  if (isEncoded(value))
    return new Response(value.encoded, { headers: { 'Content-Type': value.contentType, ...headers } })
  const text = options.encoding === 'text' ? options.asText(value) : `${goJson(value)}\n`
  const bytes = typeof text === 'string' ? ENCODER.encode(text) : joinBytes([text])
  options.onBytes(bytes.byteLength)
  const described = {
    'Content-Type': mediaType(options),
    ...(reply.isEmitted && { 'X-Chunked-Output': '1' }),
  }
  return wholeResponse(new Response(bytes, { headers: { ...described, ...headers } }))
}

async function linesResponse(values: AsyncIterable<unknown>, options: ReplyOptions): Promise<Response> {
  const { encoding, asText, onError, onClose, onBytes, isCrowded, clientSignal, watchUnread } = options
  const line = encoding === 'text' ? asText : (value: unknown) => `${goJson(value)}\n`
  const iterator = values[Symbol.asyncIterator]()
  const lines: AsyncIterator<string | Uint8Array> = {
    async next() {
      const { done, value } = await iterator.next()
      if (done) return { done, value: undefined }
      try {
        return { done: false, value: value === undefined ? '\n' : line(value) }
      } catch (error) {
        await iterator.return?.()
        throw error
      }
    },
    return: async () => {
      await iterator.return?.()
      return { done: true, value: undefined }
    },
  }
  const gathered = batchReadyLines(lines, { watchUnread })
  const first = await gathered.next()
  const headers = {
    'Content-Type': mediaType(options),
    'X-Chunked-Output': '1',
    'X-Stream-Error-In-Body': '1',
    ...options.headers,
  }
  const rest = await gathered.restAtOnce()
  if (rest) {
    onClose(true)
    const whole = joinBytes(first.done ? [] : [first.value, rest])
    onBytes(whole.byteLength)
    return wholeResponse(identity(whole, headers))
  }
  const body = byteStream(prepend(first, gathered), {
    onError(error) {
      onError(error)
      return ENCODER.encode(`${goJson(errorBody(error))}\n`)
    },
    onClose: () => onClose(false),
    onBytes,
    isCrowded,
    signal: clientSignal(),
  })
  return identity(body, headers)
}

async function bytesResponse(
  reply: ByteReply,
  { onError, onClose, onBytes, isCrowded, clientSignal, headers: added }: ReplyOptions,
): Promise<Response> {
  const { content, sizeBytes, statedSizeBytes = sizeBytes, contentType = 'text/plain' } = reply
  const { first, iterator } = await pullStart(content, sizeBytes === undefined ? 1 : START_BYTES)
  const headers = {
    'Content-Type': contentType,
    'X-Stream-Output': '1',
    ...(sizeBytes !== undefined && { 'Content-Length': String(sizeBytes) }),
    ...(statedSizeBytes !== undefined && { 'X-Content-Length': String(statedSizeBytes) }),
    ...added,
  }
  if (!first.done && first.value.byteLength === sizeBytes) {
    await iterator.return?.()
    onClose(true)
    onBytes(first.value.byteLength)
    return wholeResponse(identity(compactBytes(first.value), headers))
  }
  const body = byteStream(prepend(first, iterator), {
    onError(error) {
      onError(error)
      return undefined
    },
    onClose: () => onClose(false),
    onBytes,
    isCrowded,
    signal: clientSignal(),
  })
  return identity(body, headers)
}

/** Without `Content-Encoding: identity`, a proxy would hold lines back to compress them. */
function identity(
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null,
  headers: Record<string, string>,
): Response {
  return new Response(body, { headers: { ...headers, 'Content-Encoding': 'identity' } })
}

function mediaType({ encoding }: ReplyOptions): string {
  return encoding === 'text' ? 'text/plain' : 'application/json'
}

function isEncoded(value: unknown): value is EncodedReply {
  return typeof value === 'object' && value !== null && 'encoded' in value
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
