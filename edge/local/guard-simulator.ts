import { tracingChannel } from 'node:diagnostics_channel'
import { Server } from 'node:http'

/**
 * Host names by which the runtime calls this process, without a port: `disk` for that binding, `localhost` for
 * the simulator's logs. Browsers and other clients always name the port.
 */
const RUNTIME_HOSTS = ['disk', 'localhost']

/**
 * Restricts the HTTP server that the simulator opens in this process to its runtime. Without this, it writes
 * temporary files and starts programs for every client, whatever its `Host`. Call it before the simulator
 * starts.
 */
export function guardSimulator(): void {
  tracingChannel<'net.server.listen', { server: unknown }>('net.server.listen').asyncStart.subscribe(
    (message) => {
      const server: unknown = Reflect.get(Object(message), 'server')
      if (server instanceof Server) guard(server)
    },
  )
}

function guard(server: Server): void {
  const listeners = server.listeners('request')
  // Without an `upgrade` listener, an upgrade arrives as a plain request.
  server.removeAllListeners('request').removeAllListeners('upgrade')
  server.on('request', (request, response) => {
    if (RUNTIME_HOSTS.includes(request.headers.host ?? '')) {
      for (const listener of listeners) listener.call(server, request, response)
    } else {
      response.writeHead(403, { Connection: 'close' }).end('This address is not served\n')
    }
  })
}
