import { createHash, timingSafeEqual } from 'node:crypto'
import { tracingChannel } from 'node:diagnostics_channel'
import { Server } from 'node:http'

/**
 * Restricts the HTTP server that the simulator opens in this process to requests with this key, as
 * `Authorization: Bearer <key>`. Without this, it writes temporary files, starts programs and fails for every program
 * of the machine. Call it before the simulator starts.
 */
export function guardSimulator(key: string): void {
  tracingChannel<'net.server.listen', { server: unknown }>('net.server.listen').asyncStart.subscribe(
    (message) => {
      const server: unknown = Reflect.get(Object(message), 'server')
      if (server instanceof Server) guard(server, digest(`Bearer ${key}`))
    },
  )
}

function guard(server: Server, expected: Buffer): void {
  const listeners = server.listeners('request')
  // Without an `upgrade` listener, an upgrade arrives as a plain request.
  server.removeAllListeners('request').removeAllListeners('upgrade')
  server.on('request', (request, response) => {
    if (timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      for (const listener of listeners) listener.call(server, request, response)
    } else {
      response.writeHead(403, { Connection: 'close' }).end('This address is not served\n')
    }
  })
}

/** Of one length, so that texts of any length can be compared in constant time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
