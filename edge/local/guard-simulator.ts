import { tracingChannel } from 'node:diagnostics_channel'
import { Server } from 'node:http'

/**
 * The names by which the runtime calls this process, without a port: `disk` for the function of that binding,
 * `localhost` for what the simulator logs. Browsers and other clients always name the port.
 */
const RUNTIME_HOSTS = ['disk', 'localhost']

/**
 * Guards the HTTP server that the simulator opens in this process for its runtime. By itself it writes temporary files
 * and starts programs for every client, whatever its `Host`. Call it before the simulator starts.
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
  // Without a listener for it, an upgrade arrives as a plain request.
  server.removeAllListeners('request').removeAllListeners('upgrade')
  server.on('request', (request, response) => {
    if (RUNTIME_HOSTS.includes(request.headers.host ?? '')) {
      for (const listener of listeners) listener.call(server, request, response)
    } else {
      response.writeHead(403, { Connection: 'close' }).end('This address is not served\n')
    }
  })
}
