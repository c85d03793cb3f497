import { RpcError, readError } from '../../../src/rpc/client/rpc-error.ts'
import type { ClientFetch } from '../../../src/rpc/client.ts'
import { UsageError } from '../usage-error.ts'

/** Where a node is, and what it is called with. */
export interface Connection {
  /** URL of the API, without a slash at its end. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const DEFAULT_API = 'http://127.0.0.1:5001'

/** A URL without its scheme: a host, and perhaps a port and a path. */
const HOST = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?(?:\/|$)/i

interface ConnectionOptions {
  readonly api?: string | undefined
  readonly token?: string | undefined
}

/**
 * The node of the options `--api` and `--token`, or of the variables TIDEPOOL_API and TIDEPOOL_TOKEN. Throws
 * `UsageError` for an address that is not a URL of HTTP.
 */
export function connectionOf({ api, token }: ConnectionOptions): Connection {
  const address = api ?? process.env['TIDEPOOL_API'] ?? DEFAULT_API
  if (!/^https?:/i.test(address) || !URL.canParse(address)) {
    const source = api === undefined ? 'TIDEPOOL_API' : 'Option --api'
    const example = HOST.test(address) ? `http://${address}` : DEFAULT_API
    throw new UsageError(`${source} "${address}" is no address: write ${example}`)
  }
  const secret = token ?? process.env['TIDEPOOL_TOKEN'] ?? ''
  const root = address.replace(/\/+$/, '').replace(/\/api\/v0$/, '')
  return {
    url: `${root}/api/v0`,
    headers: secret === '' ? {} : { Authorization: `Bearer ${secret}` },
  }
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
  return response
}

/** Runs a request, and says in one line that no node answers at this address. Throws an error of a sent file as it is. */
export async function reach<T>(url: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (error instanceof RpcError || !(error instanceof TypeError) || error.message !== 'fetch failed')
      throw error
    if (error.cause instanceof Error && 'path' in error.cause) throw error.cause
    const reason = error.cause instanceof Error && 'code' in error.cause ? error.cause.code : 'no answer'
    throw new Error(`Cannot reach a node at ${url}: ${reason} (tidepool start starts one)`, { cause: error })
  }
}
