import type { MiniflareOptions } from 'miniflare'
import { FRONT, type SingleWorker } from './worker-options.ts'

/** The Worker that has the socket. It stores nothing, so its name may change. */
const FRONT_WORKER = 'front'

/**
 * The same local node with its Durable Object in a Worker of its own. A front and an object in one isolate keep each
 * other's connections waiting: of calls that come 16 at a time, the slowest one in a hundred takes 100 ms, and 3 ms
 * when they are separate. The object keeps the Worker's name, and with it its folder on disk.
 */
export function separateWorkers(options: SingleWorker): MiniflareOptions {
  const { host, port, cf, telemetry, logRequests, ...worker } = options
  const { name, modules, compatibilityDate, compatibilityFlags, bindings } = worker
  const { assets, unsafeDirectSockets, serviceBindings, ...object } = worker
  const declared = Object.entries<object>({ ...worker.durableObjects })
  const elsewhere = declared.map(([binding, own]) => [binding, { ...own, scriptName: name }])
  const front = {
    ...{ name: FRONT_WORKER, modules, compatibilityDate, compatibilityFlags, bindings },
    ...{ assets, unsafeDirectSockets, serviceBindings, durableObjects: Object.fromEntries(elsewhere) },
  }
  // The front hands out the assets: a binding of the object's own would start their Workers once more.
  const ASSETS = { name: FRONT_WORKER, entrypoint: FRONT }
  return {
    ...{ host, port, cf, telemetry, logRequests },
    workers: [front, { ...object, serviceBindings: { ...serviceBindings, ASSETS } }],
  } as MiniflareOptions
}
