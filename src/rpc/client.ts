import { ARGUMENT_ORDER, EMITTED_VALUES, EMPTY_REPLIES } from './client/call-shapes.ts'
import { type EncodedBody, multipartBody, type StreamOptions } from './client/multipart-body.ts'
import { replyBytes } from './client/reply-bytes.ts'
import { type LinesOptions, replyLines } from './client/reply-lines.ts'
import { replyValue } from './client/reply-value.ts'
import { RpcError, readError, refusePage } from './client/rpc-error.ts'
import type { AddCallOptions, Call, CallOptions, Path } from './client/types.ts'
import { type UnreadContents, unreadContents } from './client/unread-contents.ts'
import { isHeld, type Upload } from './client/upload.ts'
import { type CarriedMetadata, prepareUpload } from './client/upload-metadata.ts'

export type { UploadProgress } from './client/reply-lines.ts'
export { RpcError } from './client/rpc-error.ts'
export type {
  AddCallOptions,
  Arguments,
  Call,
  CallOptions,
  Options,
  Path,
  Sent,
  Value,
} from './client/types.ts'
export type {
  Upload,
  UploadContent,
  UploadDirectory,
  UploadEntry,
  UploadFile,
  UploadSymlink,
} from './client/upload.ts'

/** Like `fetch`. The types of most hosts lack `duplex`, which a streamed body needs. */
export type ClientFetch = (url: string, init: RequestInit & { readonly duplex?: 'half' }) => Promise<Response>

export interface ClientOptions {
  /** URL of the API: `http://127.0.0.1:5001/api/v0`. Default: at the page's own origin. */
  readonly url?: string | undefined
  /** Default: the host's `fetch`. */
  readonly fetch?: ClientFetch | undefined
  /** Headers for every call, such as `Authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * Whether request bodies may be streams. Default: false in browsers, since some do not support it and others
   * only over HTTP/2; streams are then copied into Blobs first. May be true for a page behind the service
   * worker of Chromium.
   */
  readonly canStream?: boolean | undefined
}

/**
 * Creates a typed client of the API, for pages, workers and Node. It contains no command: the types come from
 * the registry. Lines are an `AsyncIterable` and bytes a `ReadableStream`. Stopping either early, or aborting,
 * ends the call at the node. A call throws `RpcError`, the reason of its signal, a `DOMException` named
 * `TimeoutError`, or the error of `fetch`.
 */
export function createClient({
  url = '/api/v0',
  fetch: send = (target, init) => fetch(target, init),
  headers = {},
  canStream = !isBrowser(),
}: ClientOptions = {}): Call {
  const root = url.replace(/\/+$/, '')
  const call = async (path: Path, input: AnyInput = {}, options: AddCallOptions = {}): Promise<unknown> => {
    const over = new AbortController()
    const signal = AbortSignal.any([over.signal, ...limits(options)])
    try {
      signal.throwIfAborted()
      const unread = unreadContents(signal)
      const { encoded, carried } = await encodeUpload(input, {
        canStream,
        signal,
        unread,
        onError: (error) => over.abort(error),
      })
      signal.throwIfAborted()
      const response = await send(`${root}/${path}${queryOf(path, { ...input, carried }, options)}`, {
        method: 'POST',
        ...encoded,
        headers: { ...headers, ...encoded?.headers },
        signal,
      })
      if (!response.ok) throw await readError(response)
      return await readReply(path, response, {
        signal,
        onClose: () => over.abort(),
        onProgress: options.onUploadProgress,
      })
    } catch (error) {
      // After half an upload the node may respond before `fetch` reports why the upload stopped. Engines end a body
      // that is read by an error of their own.
      const failure = signal.aborted ? signal.reason : error
      over.abort()
      throw failure
    }
  }
  return call as Call
}

interface AnyInput {
  readonly args?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly options?: Readonly<Record<string, unknown>>
  readonly body?: Upload
}

/** The longest time of a timer, 24 days: hosts end a longer one at once, or refuse it. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** The limit of a call in whole milliseconds. `undefined` for none, which is also what a longer one means. */
function limitMs({ timeoutMs = Number.POSITIVE_INFINITY }: CallOptions): number | undefined {
  if (Number.isNaN(timeoutMs)) throw new TypeError('Cannot limit call: timeoutMs is not a number')
  return timeoutMs > MAX_TIMER_MS ? undefined : Math.max(0, Math.ceil(timeoutMs))
}

function limits(options: CallOptions): AbortSignal[] {
  const ms = limitMs(options)
  return [...(options.signal ? [options.signal] : []), ...(ms === undefined ? [] : [AbortSignal.timeout(ms)])]
}

async function encodeUpload(
  { body, options = {} }: AnyInput,
  {
    canStream,
    ...streamOptions
  }: StreamOptions & {
    readonly canStream: boolean
    readonly unread: UnreadContents
  },
): Promise<{ readonly encoded?: EncodedBody; readonly carried?: CarriedMetadata }> {
  if (body === undefined) return {}
  const announced = { mode: 'preserve-mode' in options, mtime: 'preserve-mtime' in options }
  const { entries, carried } = await prepareUpload(body, { announced, ...streamOptions })
  return {
    encoded: await multipartBody(entries, { asStream: canStream && !isHeld(body), ...streamOptions }),
    carried,
  }
}

/** Chooses how to read a reply by its headers. An empty reply looks like a stream without lines. */
async function readReply(path: Path, response: Response, options: LinesOptions): Promise<unknown> {
  refusePage(response)
  const isEmpty = EMPTY_REPLIES.has(path)
  if (!isEmpty && response.headers.has('X-Stream-Output')) return replyBytes(response, options)
  const hasLines = response.headers.has('X-Chunked-Output') && !EMITTED_VALUES.has(path)
  if (!isEmpty && hasLines) return replyLines(response, options)
  const value = await (isEmpty ? readNothing(response, options.signal) : replyValue(response))
  options.onClose()
  return value
}

/** Reads a reply without a body on success. Throws `RpcError` with all that failed. */
async function readNothing(response: Response, signal: AbortSignal): Promise<undefined> {
  const failures: unknown[] = []
  try {
    const lines = replyLines(response, { signal, onClose: () => undefined })
    for await (const failure of lines) failures.push(failure)
  } catch (error) {
    if (!(error instanceof RpcError) || failures.length === 0) throw error
    throw new RpcError(`${error.message}: ${failures.join('; ')}`, error)
  }
}

/** Builds the query: arguments as `arg`, in declaration order. A list option is repeated. */
function queryOf(
  path: Path,
  {
    args = {},
    options: sentOptions = {},
    carried,
  }: AnyInput & { readonly carried?: CarriedMetadata | undefined },
  options: AddCallOptions,
): string {
  const ms = limitMs(options)
  const sent = (ARGUMENT_ORDER[path] ?? Object.keys(args)).map((name) => ['arg', args[name]] as const)
  const all = {
    // Sent only with metadata: preserving it disables raw leaves, which would change CIDs.
    ...(path === 'add' && carried?.mode && { 'preserve-mode': true }),
    ...(path === 'add' && carried?.mtime && { 'preserve-mtime': true }),
    ...sentOptions,
    ...(ms !== undefined && { timeout: `${ms}ms` }),
    ...(options.onUploadProgress && { progress: true }),
  }
  const pairs = [...sent, ...Object.entries(all)].flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, String(one)]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** The user agent of all browsers, and of nothing else, begins like this. Node 20 has no `navigator`. */
function isBrowser(): boolean {
  return typeof navigator !== 'undefined' && navigator.userAgent.startsWith('Mozilla/')
}
