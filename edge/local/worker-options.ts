import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import type { MiniflareOptions } from 'miniflare'

/** Required, not imported: a test runner would take half a minute to transform wrangler's single file. */
const { unstable_getMiniflareWorkerOptions }: typeof import('wrangler') = createRequire(import.meta.url)(
  'wrangler',
)

const PROJECT = join(import.meta.dirname, '../..')

/** The host every local node binds to, and what makes its callers local. */
const LOOPBACK_HOST = '127.0.0.1'

/** Part of the names of the folders on disk: a change would lose sight of the data. */
const WORKER_NAME = 'tidepool'

/**
 * How miniflare runs the built Worker on loopback: bindings from `wrangler.toml`, which stays the one place
 * where they are declared, and the script of its `main`. Storage is in memory unless the caller adds folders.
 * Throws an Error, fit to be shown, when nothing is built.
 */
export async function workerOptions(port: number): Promise<MiniflareOptions> {
  const { workerOptions: declared, main } = unstable_getMiniflareWorkerOptions(join(PROJECT, 'wrangler.toml'))
  return {
    ...declared,
    name: WORKER_NAME,
    modules: [await builtScript(main)],
    bindings: { ...declared['bindings'], ACCESS: 'loopback' },
    host: LOOPBACK_HOST,
    port,
    cf: false,
    telemetry: { enabled: false },
  }
}

async function builtScript(main = '') {
  try {
    return { type: 'ESModule' as const, path: basename(main), contents: await readFile(main, 'utf8') }
  } catch (error) {
    throw new Error(`Cannot read "${main}": run npm run build first`, { cause: error })
  }
}
