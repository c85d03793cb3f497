import { RpcError, readError, refusePage } from '../../../src/rpc/client/rpc-error.ts'
import type { ClientFetch } from '../../../src/rpc/client.ts'
import { UsageError } from '../usage-error.ts'
import { endedEarly } from './reply-end.ts'

/** Where a node is, and what it is called with. */
export interface Connection {
  /** URL of the API, without a slash at its end. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const DEFAULT_API = 'http://127.0.0.1:5001'

/** A port alone. */
const PORT = /^:?(\d{1,5})$/

/** A URL without its scheme: a host, and perhaps a port and a path. */
const HOST = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?(?:\/|$)/i

interface ConnectionOptions {
  readonly api?: string | undefined
  readonly token?: string | undefined
}

/**
 * The node of the options `--api` and `--token`, or of the variables TIDEPOOL_API and TIDEPOOL_TOKEN. A name and a
 * password in the address are sent as such, unless there is a token. Throws `UsageError` for an address that is not a
 * URL of HTTP, and for characters that no token has.
 */
export function connectionOf({ api, token }: ConnectionOptions): Connection {
  const address = api ?? (process.env['TIDEPOOL_API'] || DEFAULT_API)
  const source = api === undefined ? 'TIDEPOOL_API' : 'Option --api'
  if (!/^https?:/i.test(address) || !URL.canParse(address)) {
    throw new UsageError(`${source} "${address}" is no address: write ${exampleFor(address)}`)
  }
  const secret = token ?? process.env['TIDEPOOL_TOKEN'] ?? ''
  if (!/^[\x21-\x7e]*$/.test(secret)) {
    throw new UsageError(`${token === undefined ? 'TIDEPOOL_TOKEN' : 'Option --token'} is no token`)
  }
  const { origin, pathname, username, password } = new URL(address)
  const basic = [username, password].map((text) => decodePercent(text, source)).join(':')
  return {
    url: `${origin}${pathname.replace(/\/+$/, '').replace(/\/api\/v0$/, '')}/api/v0`,
    headers: {
      ...(basic !== ':' && { Authorization: `Basic ${Buffer.from(basic).toString('base64')}` }),
      ...(secret !== '' && { Authorization: `Bearer ${secret}` }),
    },
  }
}

/** Throws {@link UsageError}, without the text: it may be a password. */
function decodePercent(text: string, source: string): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    throw new UsageError(
      `${source} has a user name or password in which % does not begin an encoded character`,
      { cause },
    )
  }
}

function exampleFor(address: string): string {
  const [, port] = PORT.exec(address) ?? []
  if (port !== undefined) return `http://127.0.0.1:${port}`
  return HOST.test(address) ? `http://${address}` : DEFAULT_API
}

/**
 * `fetch` that holds no streamed body in memory. Node's own copies a request, and with it the body, for a redirect
 * that may follow; the API has none.
 */
export const streamingFetch: ClientFetch = (url, init) =>
  fetch(url, { ...init, redirect: 'error', window: null })

/** Sends one call. Throws `RpcError` when the node refuses it, and an Error that names a node that cannot be reached. */
export async function send(
  { url, headers }: Connection,
  path: string,
  query: URLSearchParams,
  init: RequestInit & { readonly duplex?: 'half' } = {},
): Promise<Response> {
  const target = query.size === 0 ? `${url}/${path}` : `${url}/${path}?${query}`
  const response = await reach(url, () =>
    streamingFetch(target, { method: 'POST', ...init, headers: { ...headers, ...init.headers } }),
  )
  if (!response.ok) throw await readError(response)
  refusePage(response)
  return response
}

/** Codes of a connection that has been there, and has ended. */
const LOST: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/**
 * Runs a request, and says in one line that no node answers at this address, or that the connection was lost, with the
 * advice of `ifLost`. Throws an error of a sent file as it is.
 */
export async function reach<T>(
  url: string,
  request: () => Promise<T>,
  ifLost: () => string = () => 'run the command again',
): Promise<T> {
  const lost = (reason: unknown, cause: unknown) =>
    new Error(`Lost the connection to the node at ${url} (${reason}): ${ifLost()}`, { cause })
  try {
    return await request()
  } catch (error) {
    if (endedEarly(error)) throw lost('the reply ended early', error)
    if (error instanceof RpcError || !(error instanceof TypeError) || error.message !== 'fetch failed')
      throw error
    if (error.cause instanceof Error && 'path' in error.cause) throw error.cause
    const reason = error.cause instanceof Error && 'code' in error.cause ? error.cause.code : 'no answer'
    if (LOST.has(reason)) throw lost(reason, error)
    if (isRedirect(error.cause)) {
      const advice = 'give the address to which it leads, perhaps with https'
      throw new Error(`Cannot use the node at ${url}: the address redirects; ${advice}`, { cause: error })
    }
    throw new Error(`Cannot reach a node at ${url}: ${reason} (tidepool start starts one)`, { cause: error })
  }
}

/** Of a redirect, `fetch` of Node.js has no code. */
function isRedirect(cause: unknown): boolean {
  return cause instanceof Error && cause.message === 'unexpected redirect'
}
