import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { Readable } from 'node:stream'

const built = join(import.meta.dirname, '../../dist/web')

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

export interface PageServer {
  /** The address of the page, with a trailing slash. */
  readonly url: string
  /** Ends the server and every connection to it. */
  stop(): Promise<void>
}

/** An answer under a path of its own. */
export interface Extra {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A node behind the server, for requests that are not for the page; `undefined` leaves a request to the page. */
export type Behind = (request: Request) => Promise<Response> | undefined

/** Serves the built page, and `extras` by path: whatever answers the API then is the service worker. */
export async function startPageServer(
  extras: Readonly<Record<string, Extra>> = {},
  behind: Behind = () => undefined,
): Promise<PageServer> {
  const server = createServer((request, response) => {
    const { pathname, href } = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const answer = behind(requestOf(request, href, gone.signal))
    if (answer) {
      answer.then(
        async (answered) => {
          response.writeHead(answered.status, Object.fromEntries(answered.headers))
          response.end(new Uint8Array(await answered.arrayBuffer()))
        },
        () => response.destroy(),
      )
      return
    }
    const extra = extras[pathname]
    if (extra) {
      response.writeHead(200, extra.headers).end(extra.body)
      return
    }
    const path = normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname)
    response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream')
    // As development servers do: the page's cache must not mind.
    response.setHeader('Vary', 'Origin')
    createReadStream(join(built, path))
      .on('error', () => response.writeHead(404).end())
      .pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      // Afterwards: a connection that came in between would be served on.
      server.closeAllConnections()
      await closed
    },
  }
}

function requestOf(message: IncomingMessage, href: string, signal: AbortSignal): Request {
  const { method = 'GET', headersDistinct } = message
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(href, {
    ...{ method, headers, signal },
    ...(hasBody && { body: Readable.toWeb(message) as BodyInit, duplex: 'half' }),
  })
}
