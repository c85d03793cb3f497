import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import type { TestProject } from 'vitest/node'

/** Required, not imported: vitest would take half a minute to transform wrangler's single file. */
const { unstable_getMiniflareWorkerOptions }: typeof import('wrangler') = createRequire(import.meta.url)(
  'wrangler',
)

const root = join(import.meta.dirname, '../..')

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the workerd of this run listens. */
    workerdUrl: string
  }
}

/** Starts the built Worker in workerd with storage in memory, on a port of the system's choice. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(root, 'wrangler.toml'))
  const contents = await readFile(join(root, 'dist/edge/worker.js'), 'utf8')
  const workerd = new Miniflare({
    ...workerOptions,
    modules: [{ type: 'ESModule', path: 'worker.js', contents }],
    host: '127.0.0.1',
    port: 0,
    cf: false,
    telemetry: { enabled: false },
  })
  project.provide('workerdUrl', (await workerd.ready).href)
  return () => workerd.dispose()
}
