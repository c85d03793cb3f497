import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { fileServer } from './file-server.ts'
import { pinningService } from './pinning-service.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the servers of others listen that nodes of this run ask; without a slash at the end. */
    outsideUrl: string
  }
}

export interface Outside {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** What a page of another origin may send and read. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Range',
  'Access-Control-Expose-Headers': 'ETag, Content-Range',
}

/** Starts, on loopback, the servers that nodes ask: a pinning service below `/pinning`, files below `/files`. */
export async function startOutside(): Promise<Outside> {
  const services: Readonly<Record<string, (request: Request) => Response | Promise<Response>>> = {
    pinning: pinningService(),
    files: fileServer(),
  }
  const server = createServer(async (incoming, answer) => {
    const [, area = '', path = ''] = /^\/(\w+)(\/.*)$/.exec(incoming.url ?? '') ?? []
    const service = services[area]
    if (incoming.method === 'OPTIONS' || !service) {
      answer.writeHead(service ? 204 : 404, CORS).end()
      return
    }
    await send(await service(await readRequest(incoming, path)), answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** One set of servers for all suites of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startOutside()
  project.provide('outsideUrl', url)
  return stop
}

async function readRequest(incoming: IncomingMessage, path: string): Promise<Request> {
  const { method = 'GET', headers } = incoming
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece)
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  const body = method === 'POST' || method === 'PUT' ? Buffer.concat(pieces) : undefined
  return new Request(`http://outside${path}`, { method, headers: pairs, ...(body && { body }) })
}

async function send(response: Response, answer: ServerResponse): Promise<void> {
  answer.writeHead(response.status, { ...Object.fromEntries(response.headers), ...CORS })
  answer.end(Buffer.from(await response.arrayBuffer()))
}
