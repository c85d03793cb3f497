import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Miniflare, MiniflareOptions, SharedOptions, WorkerOptions } from 'miniflare'
import type { Unstable_MiniflareWorkerOptions } from 'wrangler'
import { nodeTexts } from '../../src/config/read-config.ts'
import type { Settings } from './settings.ts'

const PROJECT = join(import.meta.dirname, '../..')

/** The file beside the built Worker that holds {@link DeclaredOptions} as JSON. */
export const DECLARED_OPTIONS = 'dist/edge/local-options.json'

/**
 * The contents of `wrangler.toml` as miniflare options. Paths are relative to the project folder, which may be
 * moved.
 */
export interface DeclaredOptions {
  /** Path of the script. */
  readonly main: string
  readonly assetsFolder: string
  readonly options: Unstable_MiniflareWorkerOptions['workerOptions']
}

/** Part of the folder names on disk: with another name, existing data would not be found. */
export const WORKER_NAME = 'tidepool'

/** The Worker's named entrypoint, to which a socket can lead directly, without the simulator's own Workers. */
export const FRONT = 'front'

/** Miniflare's options for one Worker. */
export type SingleWorker = SharedOptions & WorkerOptions

/** The settings of a local node, without its data folder. */
export type WorkerSettings = Pick<Settings, 'port'> & Partial<Omit<Settings, 'dataFolder'>>

/**
 * The options with which miniflare runs the built Worker, on loopback by default. Bindings come from
 * `wrangler.toml` as the build has read it, the script from its `main`. Storage is in memory unless the caller
 * adds folders. {@link nodeUrl} returns the address.
 *
 * The socket leads to the front directly. Otherwise three Workers of the simulator run before it: they answer paths
 * of their own, which read the bucket without a token, and cost more than our own.
 * Throws an Error with a message for the user when nothing is built.
 */
export function workerOptions({
  port,
  host = '127.0.0.1',
  isLoopback = true,
  diskReserveBytes = 0,
  variables = {},
}: WorkerSettings): SingleWorker {
  const declared: DeclaredOptions = JSON.parse(readBuilt(DECLARED_OPTIONS))
  const { options, main, assetsFolder } = declared
  return {
    ...options,
    ...(options['assets'] && { assets: { ...options['assets'], directory: join(PROJECT, assetsFolder) } }),
    name: WORKER_NAME,
    modules: builtModules(main),
    bindings: {
      ...options['bindings'],
      ACCESS: isLoopback ? 'loopback' : 'exposed',
      DISK_RESERVE_BYTES: String(diskReserveBytes),
      ...nodeTexts(variables),
    },
    unsafeDirectSockets: [{ entrypoint: FRONT, host, port }],
    cf: false,
    telemetry: { enabled: false },
    logRequests: false,
  }
}

/** The address of a runtime with {@link workerOptions}. Rejects when it could not start. */
export async function nodeUrl(runtime: Miniflare, options: MiniflareOptions): Promise<URL> {
  await runtime.ready
  const [front] = 'workers' in options ? options.workers : [options]
  const [socket] = front?.unsafeDirectSockets ?? []
  return runtime.unsafeGetDirectURL(front?.name ?? WORKER_NAME, socket?.entrypoint)
}

/** The Worker, and the modules that it imports dynamically. */
function builtModules(main: string): { type: 'ESModule'; path: string; contents: string }[] {
  const entry = { type: 'ESModule', path: basename(main), contents: readBuilt(main) } as const
  const names = readdirSync(join(PROJECT, dirname(main)))
  const others = names.filter((name) => name.endsWith('.js') && name !== entry.path)
  const modules = others.map((path) => ({
    type: 'ESModule' as const,
    path,
    contents: readBuilt(join(dirname(main), path)),
  }))
  return [entry, ...modules]
}

/** A file of the build. Throws an Error with a message for the user when nothing is built. */
export function readBuilt(path: string): string {
  try {
    return readFileSync(join(PROJECT, path), 'utf8')
  } catch (error) {
    throw new Error(`Cannot read "${path}": run npm run build first`, { cause: error })
  }
}
