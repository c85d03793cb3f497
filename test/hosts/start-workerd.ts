import { Miniflare } from 'miniflare'
import type { TestProject } from 'vitest/node'
import { workerOptions } from '../../edge/local/worker-options.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the workerd of this run listens. */
    workerdUrl: string
  }
}

/** Starts the built Worker as `npm start` does, with storage in memory and on a port of the system's choice. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workerd = new Miniflare(await workerOptions(0))
  project.provide('workerdUrl', (await workerd.ready).href)
  return () => workerd.dispose()
}
