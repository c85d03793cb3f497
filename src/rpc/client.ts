import { ARGUMENT_ORDER, EMPTY_REPLIES } from './client/call-shapes.ts'
import { multipartBody } from './client/multipart-body.ts'
import { replyBytes } from './client/reply-bytes.ts'
import { replyLines, withoutProgress } from './client/reply-lines.ts'
import { readError } from './client/rpc-error.ts'
import type { AddCallOptions, Call, Path } from './client/types.ts'
import type { Upload } from './client/upload.ts'

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

/** As `fetch`; the types of most hosts lack `duplex`, which a streamed body needs. */
export type ClientFetch = (url: string, init: RequestInit & { readonly duplex?: 'half' }) => Promise<Response>

export interface ClientOptions {
  /** Where the API is: `http://127.0.0.1:5001/api/v0`. Absent: at the page's own origin. */
  readonly url?: string
  /** Absent: the host's own. */
  readonly fetch?: ClientFetch
  /** Sent with every call: `Authorization`, for one. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Whether uploads may go out as streams. Absent: not in browsers, where some engines cannot and others need
   * HTTP/2; streams are then put into Blobs first. A page behind the service worker of Chromium may say true.
   */
  readonly canStream?: boolean
}

/**
 * A typed client of the API, for pages, workers and Node. It carries no command: the types come from the
 * registry. Lines come as an `AsyncIterable` and bytes as a `ReadableStream`; leaving either early, or
 * aborting, ends the call at the node. A call throws `RpcError`, the reason of its signal, a `DOMException`
 * named `TimeoutError`, or what `fetch` throws.
 */
export function createClient({
  url = '/api/v0',
  fetch: send = (target, init) => fetch(target, init),
  headers = {},
  canStream = !isBrowser(),
}: ClientOptions = {}): Call {
  const call = async (path: Path, input: AnyInput = {}, how: AddCallOptions = {}): Promise<unknown> => {
    const over = new AbortController()
    const signal = AbortSignal.any([over.signal, ...limits(how)])
    const encoded =
      input.body === undefined ? undefined : await multipartBody(input.body, { canStream, signal })
    signal.throwIfAborted()
    try {
      const response = await send(`${url}/${path}${queryOf(path, input, how)}`, {
        method: 'POST',
        ...encoded,
        headers: { ...headers, ...encoded?.headers },
        signal,
      })
      if (!response.ok) throw await readError(response)
      return await readReply(path, response, { ...how, onClose: () => over.abort() })
    } catch (error) {
      over.abort()
      throw error
    }
  }
  return call as Call
}

interface AnyInput {
  readonly args?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly options?: Readonly<Record<string, unknown>>
  readonly body?: Upload
}

function limits({ signal, timeoutMs }: AddCallOptions): AbortSignal[] {
  return [...(signal ? [signal] : []), ...(timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)])]
}

interface ReplyOptions extends AddCallOptions {
  /** Runs once the reply has been read or left. */
  readonly onClose: () => void
}

/** The headers tell how an answer is framed; what answers nothing looks like a stream of no lines. */
async function readReply(
  path: Path,
  response: Response,
  { onClose, onUploadProgress }: ReplyOptions,
): Promise<unknown> {
  if (EMPTY_REPLIES.has(path)) {
    await response.text()
    return undefined
  }
  if (response.headers.has('X-Stream-Output')) return replyBytes(response, onClose)
  if (!response.headers.has('X-Chunked-Output')) return response.json()
  const lines = replyLines(response, onClose)
  return onUploadProgress ? withoutProgress(lines, onUploadProgress) : lines
}

/** Arguments as `arg`, in the order of the declaration; an option that is a list is repeated. */
function queryOf(
  path: Path,
  { args = {}, options = {} }: AnyInput,
  { timeoutMs, onUploadProgress }: AddCallOptions,
): string {
  const sent = (ARGUMENT_ORDER[path] ?? Object.keys(args)).map((name) => ['arg', args[name]] as const)
  const all = {
    // An entry carries a mode or a time only where the caller has given one.
    ...(path === 'add' && { 'preserve-mode': true, 'preserve-mtime': true }),
    ...options,
    ...(timeoutMs !== undefined && { timeout: `${timeoutMs}ms` }),
    ...(onUploadProgress && { progress: true }),
  }
  const pairs = [...sent, ...Object.entries(all)].flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, String(one)]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** All browsers, and nothing else, call themselves this. */
function isBrowser(): boolean {
  return navigator.userAgent.startsWith('Mozilla/')
}
