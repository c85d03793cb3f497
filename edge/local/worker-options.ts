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
export const LOOPBACK_HOST = '127.0.0.1'

/**
 * How miniflare runs the built Worker on loopback: bindings from `wrangler.toml`, which stays the one place
 * where they are declared, and the script of its `main`. Storage is in memory unless the caller adds folders.
 * Rejects with ENOENT when nothing is built.
 */
export async function workerOptions(port: number): Promise<MiniflareOptions> {
  const { workerOptions: declared, main } = unstable_getMiniflareWorkerOptions(join(PROJECT, 'wrangler.toml'))
  if (main === undefined) throw new Error('wrangler.toml names no main')
  const contents = await readFile(main, 'utf8')
  return {
    ...declared,
    modules: [{ type: 'ESModule', path: basename(main), contents }],
    bindings: { ...declared['bindings'], ACCESS: 'loopback' },
    host: LOOPBACK_HOST,
    port,
    cf: false,
    telemetry: { enabled: false },
  }
}
