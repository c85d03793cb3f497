import { Miniflare } from 'miniflare'
import type { TestProject } from 'vitest/node'
import { separateWorkers } from '../../edge/local/separate-workers.ts'
import { nodeUrl, WORKER_NAME, type WorkerSettings, workerOptions } from '../../edge/local/worker-options.ts'
import { formatAuthorizations } from '../../src/access/authorizations.ts'
import { formatUsers } from '../../src/calendar/access/users.ts'
import { startOutside } from '../outside/start-outside.ts'
import { AUTHORIZATIONS } from '../requests/access-matrix.ts'
import { configuredUsers } from './calendar-users.ts'
import { startDns } from './start-dns.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the workerd of this run listens. */
    workerdUrl: string
  }
}

/** Of 32 bytes, all of them 1. */
const KEY_ENCRYPTION_KEY = btoa('\u0001'.repeat(32))

export interface RunningWorkerd {
  readonly url: string
  /** Puts a file of the owner into the bucket, as a deployment's owner does. */
  readonly putFile: (path: string, content: string) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Starts the built Worker as `npm start` does, with storage in memory and on a port of the system's choice. */
export async function startWorkerd({
  variables,
  ...settings
}: Partial<WorkerSettings> = {}): Promise<RunningWorkerd> {
  const CALENDAR_USERS = formatUsers(await configuredUsers())
  const options = separateWorkers(
    await workerOptions({
      port: 0,
      ...settings,
      variables: { CALENDAR_USERS, KEY_ENCRYPTION_KEY, ...variables },
    }),
  )
  const workerd = new Miniflare(options)
  const { href } = await nodeUrl(workerd, options)
  return {
    url: href,
    async putFile(path, content) {
      const bucket = await workerd.getR2Bucket('BLOCKS', WORKER_NAME)
      await bucket.put(`files/${path}`, content)
    },
    stop: () => workerd.dispose(),
  }
}

/** One workerd for all suites of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // What waits for the ledger would come in a minute later, in the midst of a suite that compares what is stored.
  const API_AUTHORIZATIONS = formatAuthorizations(AUTHORIZATIONS)
  const outside = await startOutside()
  const dns = await startDns()
  const { host } = new URL(outside.url)
  const { url, stop } = await startWorkerd({
    variables: {
      DNS_RESOLVERS: dns.url,
      DNSLINK_HOSTS: '*.example.org, example.net',
      LEDGER_BATCH_SECONDS: '86400',
      API_AUTHORIZATIONS,
      PINNING_HOSTS: host,
      URLSTORE_ENABLED: 'true',
      URLSTORE_HOSTS: host,
    },
  })
  project.provide('outsideUrl', outside.url)
  project.provide('workerdUrl', url)
  return async () => {
    await stop()
    await outside.stop()
    await dns.stop()
  }
}
