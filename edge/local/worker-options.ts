import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import type { MiniflareOptions } from 'miniflare'
import type { Settings } from './settings.ts'

/** Required, not imported: a test runner would take half a minute to transform wrangler's single file. */
const { unstable_getMiniflareWorkerOptions }: typeof import('wrangler') = createRequire(import.meta.url)(
  'wrangler',
)

const PROJECT = join(import.meta.dirname, '../..')

/** Part of the names of the folders on disk: a change would lose sight of the data. */
const WORKER_NAME = 'tidepool'

/** Nobody writes it. */
const NO_CALENDAR = { users: '', zone: '', url: '', imageHosts: '' }

/** What a local node is given besides its data. */
export type WorkerSettings = Pick<Settings, 'port'> & Partial<Omit<Settings, 'dataFolder'>>

/**
 * How miniflare runs the built Worker, on loopback unless told otherwise: bindings from `wrangler.toml`, which stays the one place
 * where they are declared, and the script of its `main`. Storage is in memory unless the caller adds folders.
 * Throws an Error, fit to be shown, when nothing is built.
 */
export async function workerOptions({
  port,
  host = '127.0.0.1',
  isLoopback = true,
  authorizations = '',
  origins = '',
  gatewayDomain = '',
  calendar = NO_CALENDAR,
  auditHosts = '',
  ledger = {},
}: WorkerSettings): Promise<MiniflareOptions> {
  const { workerOptions: declared, main } = unstable_getMiniflareWorkerOptions(join(PROJECT, 'wrangler.toml'))
  return {
    ...declared,
    name: WORKER_NAME,
    modules: [await builtScript(main)],
    bindings: {
      ...declared['bindings'],
      ACCESS: isLoopback ? 'loopback' : 'exposed',
      API_AUTHORIZATIONS: authorizations,
      API_ORIGIN: origins,
      GATEWAY_DOMAIN: gatewayDomain,
      AUDIT_HOSTS: auditHosts,
      CALENDAR_USERS: calendar.users,
      CALENDAR_ZONE: calendar.zone,
      CALENDAR_URL: calendar.url,
      CALENDAR_IMAGE_HOSTS: calendar.imageHosts,
      ...ledger,
    },
    host,
    port,
    cf: false,
    telemetry: { enabled: false },
    logRequests: false,
  }
}

async function builtScript(main = '') {
  try {
    return { type: 'ESModule' as const, path: basename(main), contents: await readFile(main, 'utf8') }
  } catch (error) {
    throw new Error(`Cannot read "${main}": run npm run build first`, { cause: error })
  }
}
