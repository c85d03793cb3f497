import type { MiniflareOptions } from 'miniflare'
import { pageHeaders, pageVersion } from './page-headers.ts'
import { FRONT, readBuilt, type SingleWorker } from './worker-options.ts'

/** The Worker that owns the socket. It stores nothing, so its name may change. */
const FRONT_WORKER = 'front'
/** The front alone, a quarter of what the Worker loads first. */
const FRONT_SCRIPT = 'dist/front/front.js'

/**
 * Runs the Durable Object of a local node in a Worker of its own. With front and object in one isolate, their
 * connections delay each other: with 16 concurrent calls, the slowest of a hundred takes 100 ms, instead of 3
 * ms with separate Workers. The object keeps the Worker's name, and therefore its folder on disk. It stays in memory:
 * the runtime would drop it after ten idle seconds, with the levels of the log, the list of calls and all counts.
 */
export function separateWorkers(options: SingleWorker): MiniflareOptions {
  const { host, port, cf, telemetry, logRequests, ...worker } = options
  const { name, compatibilityDate, compatibilityFlags, bindings, kvNamespaces, r2Buckets } = worker
  const { assets, unsafeDirectSockets, serviceBindings, ...object } = worker
  const page = assets?.directory ?? ''
  // The front stores, fetches and ends nothing. A network of its own would repeat each certificate that Node.js trusts.
  const { PACKS, PUBLIC_NETWORK, STARTER, ...others } = serviceBindings ?? {}
  const frontBindings = { ...others, ...(isFolder(PACKS) && { PACKS: { disk: { path: PACKS.disk.path } } }) }
  const declared = Object.entries<object>({ ...worker.durableObjects }).map(
    ([binding, own]) => [binding, { ...own, unsafePreventEviction: true }] as const,
  )
  const elsewhere = declared.map(([binding, own]) => [binding, { ...own, scriptName: name }])
  const modules = [{ type: 'ESModule', path: 'front.js', contents: readBuilt(FRONT_SCRIPT) }]
  const front = {
    ...{ name: FRONT_WORKER, modules, compatibilityDate, compatibilityFlags },
    ...{
      bindings: { ...bindings, PAGE_HEADERS: pageHeaders(page), PAGE_VERSION: pageVersion(page) },
      unsafeDirectSockets,
      serviceBindings: { ...frontBindings, ASSETS: { disk: { path: page } } },
      kvNamespaces,
      r2Buckets,
      durableObjects: Object.fromEntries(elsewhere),
    },
  }
  // The front serves the page.
  const ASSETS = { name: FRONT_WORKER, entrypoint: FRONT }
  return {
    ...{ host, port, cf, telemetry, logRequests },
    workers: [
      front,
      {
        ...object,
        durableObjects: Object.fromEntries(declared),
        serviceBindings: { ...serviceBindings, ASSETS },
      },
    ],
  } as MiniflareOptions
}

function isFolder(service: unknown): service is { readonly disk: { readonly path: string } } {
  return typeof service === 'object' && service !== null && 'disk' in service
}
