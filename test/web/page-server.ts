import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
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
  /** Starts it again at its address; nothing while it runs. Rejects when another program has the port by now. */
  startAgain(): Promise<void>
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
    // As development servers do: the page's cache must not mind.
    response.setHeader('Vary', 'Origin')
    fileOf(path).then(
      ({ bytes, tag }) => {
        // As hosts of the page do. After a navigation, the browser compares the scripts of the worker with these.
        response.setHeader('Cache-Control', 'public, max-age=0, must-revalidate').setHeader('ETag', tag)
        response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream')
        if (request.headers['if-none-match'] === tag) response.writeHead(304).end()
        else response.end(bytes)
      },
      () => response.writeHead(404).end(),
    )
  })
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      // Afterwards: a connection that came in between would be served on.
      server.closeAllConnections()
      await closed
    },
    async startAgain() {
      if (!server.listening) await listen(port)
    },
  }
}

interface BuiltFile {
  readonly bytes: Buffer
  readonly tag: string
}

/** By path. No test changes the build, and a first visit reads all of it. */
const files = new Map<string, Promise<BuiltFile>>()

function fileOf(path: string): Promise<BuiltFile> {
  const file = files.get(path) ?? readBuilt(path)
  files.set(path, file)
  return file
}

async function readBuilt(path: string): Promise<BuiltFile> {
  const bytes = await readFile(join(built, path))
  return { bytes, tag: `"${createHash('sha256').update(bytes).digest('hex')}"` }
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
