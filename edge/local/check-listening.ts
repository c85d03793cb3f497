import { once } from 'node:events'
import { createServer, isIPv6 } from 'node:net'

interface Address {
  readonly host?: string | undefined
  readonly port?: number | undefined
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'in use by another program',
  EADDRNOTAVAIL: 'this machine does not have the address',
  ENOTFOUND: 'no address has this name',
  EAI_AGAIN: 'no address has this name',
  EACCES: 'this user may not use the port',
}

/**
 * Throws an Error with a message for the user when nothing can listen there. The simulator reports some of these
 * errors outside of its promises, which ends the process with a stack.
 */
export async function checkListening({ host = '', port }: Address): Promise<void> {
  const server = createServer().listen({ host: host === '*' ? '' : host, port })
  try {
    await once(server, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reason = REASONS[code] ?? String(error)
    const address = `${isIPv6(host) ? `[${host}]` : host}:${port}`
    throw new Error(`Cannot listen on ${address}: ${reason}`, { cause: error })
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}
