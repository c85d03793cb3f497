import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { bundleWorker } from '../../edge/bundle-worker.ts'
import { residentBytes } from './resident-bytes.ts'
import { readTold, type StartHost } from './running-host.ts'

export interface WorkerOptions {
  /** A file of `test/edge/worker`. */
  readonly worker: string
  /** The name under which the Worker finds its object, and that object's class. */
  readonly object: readonly [binding: string, className: string]
}

/** A node in a Durable Object of the local runtime: SQLite and R2 on disk. */
export async function withWorkerd(
  options: WorkerOptions,
  task: (start: StartHost) => Promise<void>,
): Promise<void> {
  const script = await bundleWorker(options.worker)
  await task((folder) => start(folder, { ...options, script }))
}

async function start(
  folder: string,
  { object: [binding, className], script }: WorkerOptions & { readonly script: string },
): ReturnType<StartHost> {
  const workerd = new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.js', contents: script }],
    compatibilityDate: '2026-07-30',
    durableObjects: { [binding]: { className, useSQLite: true } },
    durableObjectsPersist: join(folder, 'objects'),
    r2Buckets: ['BLOCKS'],
    r2Persist: join(folder, 'blocks'),
    host: '127.0.0.1',
    port: 0,
    cf: false,
  })
  const url = await workerd.ready
  const textOf = async (path: string) => {
    const response = await fetch(new URL(path, url))
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`)
    return text
  }
  return {
    ask: async (path) => readTold(JSON.parse(await textOf(path))),
    async get(path) {
      await textOf(path)
    },
    residentBytes: () => residentBytes('workerd'),
    stop: () => workerd.dispose(),
  }
}
