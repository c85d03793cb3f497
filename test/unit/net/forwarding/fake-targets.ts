import type { SocketConnection, SocketTargets } from '../../../../src/ports/socket-targets.ts'

/** The two ends of a connection in memory, each of which takes one chunk at a time. */
export function socketPair(): readonly [SocketConnection, SocketConnection] {
  const [there, back] = [oneWay(), oneWay()]
  const abort = () => {
    there.end()
    back.end()
  }
  return [
    { readable: back.readable, writable: there.writable, abort },
    { readable: there.readable, writable: back.writable, abort },
  ]
}

function oneWay() {
  let controller: TransformStreamDefaultController<Uint8Array> | undefined
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start(given) {
      controller = given
    },
  })
  return { readable, writable, end: () => controller?.error(new Error('connection reset')) }
}

/** Serves the connections to one target. */
export type Service = (socket: SocketConnection) => Promise<void>

/** {@link SocketTargets} with these services by their URL. Every other is refused. */
export function fakeTargets(services: Readonly<Record<string, Service>>): SocketTargets {
  return {
    refusal: ({ href }) => (services[href] ? undefined : 'FORWARDING_HOSTS does not name it'),
    async connect({ href }) {
      const [near, far] = socketPair()
      void services[href]?.(far)
      return near
    },
  }
}

/** Sends back what comes in, until the other side ends. */
export const echo: Service = async ({ readable, writable }) => {
  await readable.pipeTo(writable).catch(() => undefined)
}
