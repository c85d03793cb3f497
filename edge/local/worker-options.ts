import { readFile } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import { basename, join } from 'node:path'
import type { Miniflare, MiniflareOptions, SharedOptions, WorkerOptions } from 'miniflare'
import type { Unstable_MiniflareWorkerOptions } from 'wrangler'
import { nodeTexts } from '../../src/config/read-config.ts'
import type { Settings } from './settings.ts'

const PROJECT = join(import.meta.dirname, '../..')

/** The file beside the built Worker that holds {@link DeclaredOptions} as JSON. */
export const DECLARED_OPTIONS = 'dist/edge/local-options.json'

/** What `wrangler.toml` declares, as miniflare takes it. Paths are relative to the project, whose folder may move. */
export interface DeclaredOptions {
  /** The script. */
  readonly main: string
  readonly assetsFolder: string
  readonly options: Unstable_MiniflareWorkerOptions['workerOptions']
}

/** Part of the names of the folders on disk: a change would lose sight of the data. */
const WORKER_NAME = 'tidepool'

/** The Worker's own entrypoint, which a socket can lead to without the simulator's Workers before it. */
export const FRONT = 'front'

/** Miniflare's options for one Worker. */
export type SingleWorker = SharedOptions & WorkerOptions

/** What a local node is given besides its data. */
export type WorkerSettings = Pick<Settings, 'port'> & Partial<Omit<Settings, 'dataFolder'>>

/**
 * How miniflare runs the built Worker, on loopback unless told otherwise: bindings from `wrangler.toml`, which stays
 * the one place where they are declared, as the build has read it, and the script of its `main`. Storage is in memory
 * unless the caller adds folders. {@link nodeUrl} tells where it serves.
 *
 * On loopback the front has the socket: three Workers of the simulator stand before it elsewhere, which cost more
 * than our own, and of what they do only compression counts, where answers travel.
 * Throws an Error, fit to be shown, when nothing is built.
 */
export async function workerOptions({
  port,
  host = '127.0.0.1',
  isLoopback = true,
  diskReserveBytes = 0,
  variables = {},
}: WorkerSettings): Promise<SingleWorker> {
  const declared: DeclaredOptions = JSON.parse(await built(DECLARED_OPTIONS))
  const { options, main, assetsFolder } = declared
  return {
    ...options,
    ...(options['assets'] && { assets: { ...options['assets'], directory: join(PROJECT, assetsFolder) } }),
    name: WORKER_NAME,
    modules: [{ type: 'ESModule', path: basename(main), contents: await built(main) }],
    bindings: {
      ...options['bindings'],
      ACCESS: isLoopback ? 'loopback' : 'exposed',
      DISK_RESERVE_BYTES: String(diskReserveBytes),
      ...nodeTexts(variables),
    },
    ...(isLoopback ? { unsafeDirectSockets: [{ entrypoint: FRONT, host, port }] } : { host, port }),
    cf: false,
    telemetry: { enabled: false },
    logRequests: false,
  }
}

/** Hosts that stand for every address of the machine. */
const WILDCARD_HOSTS = ['0.0.0.0', '::', '*']

/** Where a runtime of {@link workerOptions} serves; rejects when it could not start. */
export async function nodeUrl(runtime: Miniflare, { host, ...options }: MiniflareOptions): Promise<URL> {
  const entry = await runtime.ready
  const [front] = 'workers' in options ? options.workers : [options]
  if (front?.unsafeDirectSockets) return runtime.unsafeGetDirectURL(front.name ?? WORKER_NAME, FRONT)
  // The simulator always names its own address here, also where nothing is bound to it.
  if (host !== undefined && !WILDCARD_HOSTS.includes(host)) {
    entry.hostname = isIPv6(host) ? `[${host}]` : host
  }
  return entry
}

async function built(path: string): Promise<string> {
  try {
    return await readFile(join(PROJECT, path), 'utf8')
  } catch (error) {
    throw new Error(`Cannot read "${path}": run npm run build first`, { cause: error })
  }
}
