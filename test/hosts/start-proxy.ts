import { createServer, type ServerResponse, request as toNode } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StandIn {
  /** With a trailing slash. */
  readonly url: string
  /** Paths that were asked for, in their order. */
  readonly asked: readonly string[]
  /** Lets `between` answer; what it leaves goes on to the target. */
  intercept(between: Between): void
  /** Ends it and every connection to it. */
  stop(): Promise<void>
}

/** Answers a path by itself and says true, or leaves it. */
export type Between = (path: string, response: ServerResponse) => boolean

/** Stands before a node, hands on what it is sent, and gives back what the node answers. */
export async function startProxy(target: string): Promise<StandIn> {
  const asked: string[] = []
  let between: Between = () => false
  const server = createServer((request, response) => {
    const { url: path = '/', method, headers } = request
    asked.push(path)
    if (between(path, response)) return
    const onward = toNode(new URL(path, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    asked,
    intercept(next) {
      between = next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
