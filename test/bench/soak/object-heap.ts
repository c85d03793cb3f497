import { once } from 'node:events'
import { createServer } from 'node:net'
import { WORKER_NAME } from '../../../edge/local/worker-options.ts'
import { type DaemonKind, TIDEPOOL } from '../http/daemon.ts'

/** `npm start` with an inspector of its runtime at a port on loopback. */
export function inspectedTidepool(inspectorPort: number): DaemonKind {
  return {
    ...TIDEPOOL,
    command: ['test/bench/soak/start-inspected.ts'],
    environment: (dataFolder) => ({
      ...TIDEPOOL.environment(dataFolder),
      BENCH_INSPECTOR_PORT: String(inspectorPort),
    }),
  }
}

/** A port that was free a moment ago: the runtime does not tell which one it has chosen for the inspector. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new TypeError('A port has an address')
  return address.port
}

/**
 * Bytes in the heap of the isolate with the Durable Object, and in its array buffers, after a collection of garbage.
 * The inspector is attached no longer than that, since an attached one remembers what the isolate logs.
 */
export async function objectHeapBytes(inspectorPort: number): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${inspectorPort}/core:user:${WORKER_NAME}`)
  const { promise, resolve, reject } = Promise.withResolvers<HeapUsage>()
  socket.addEventListener('open', () => {
    for (const [id, method] of REQUESTS.entries()) socket.send(JSON.stringify({ id, method }))
  })
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(data)
    if (id === REQUESTS.length - 1) resolve(result)
  })
  socket.addEventListener('error', () => reject(new Error('The inspector does not answer')))
  socket.addEventListener('close', () => reject(new Error('The inspector has left')))
  try {
    const { usedSize, backingStorageSize = 0 } = await promise
    return usedSize + backingStorageSize
  } finally {
    socket.close()
  }
}

/** In this order. The second collection takes what finalizers of the first have released. */
const REQUESTS = ['HeapProfiler.collectGarbage', 'HeapProfiler.collectGarbage', 'Runtime.getHeapUsage']

/** A reply of `Runtime.getHeapUsage`. */
interface HeapUsage {
  readonly usedSize: number
  /** Of array buffers, where the runtime is new enough to tell. */
  readonly backingStorageSize?: number
}
