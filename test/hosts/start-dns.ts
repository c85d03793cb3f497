import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerDns } from '../requests/dns-stub.ts'

/** Starts a resolver of domain names on this machine, and gives the address at which it is asked. */
export async function startDns(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const answer = answerDns(`http://resolver${request.url}`)
    response.writeHead(200, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `http://127.0.0.1:${port}/dns-query`, stop }
}
