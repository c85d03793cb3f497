import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const START_LIMIT_MS = 60_000

/** A group whose hook runs out of time forgets the nodes that it has begun to start. */
const running = new Set()
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})

/** A pinning service that a suite adds, and at which nobody answers. */
const UNREACHABLE_SERVICE = '127.0.0.1:5555'

/**
 * `npm start` with an empty data folder on a free port, which the node itself takes: one that is chosen before may be
 * taken by another program meanwhile. Returns the address of its API, and how it ends. Throws when the node ends before
 * it is ready, and when it is not ready in a minute.
 */
export async function startNode(options) {
  const data = await mkdtemp(join(tmpdir(), 'tidepool-suite-'))
  const child = spawn(process.execPath, ['edge/local/start.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...variables(options), PORT: '0', TIDEPOOL_DATA: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const exited = once(child, 'exit').finally(() => running.delete(child))
  const limit = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS)
  const url = await printedUrl(child.stdout)
  clearTimeout(limit)
  child.stdout.resume()
  return {
    url,
    /** May be called again. */
    async stop() {
      child.kill('SIGTERM')
      await exited
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** The address of the API from the lines that a node prints until it is ready. */
async function printedUrl(stdout) {
  let url
  for await (const line of createInterface({ input: stdout })) {
    if (line.endsWith('/api/v0')) url = line
    if (line === 'ready') return url
  }
  throw new Error('Cannot start node: it ended before it was ready')
}

/** What a suite configures, under the names of the servers it was written for, as variables of this node. */
function variables({ config = {}, EXPERIMENTAL, isOnline }) {
  return {
    IMPORT_HAMT_THRESHOLD: config.Internal?.UnixFSShardingSizeThreshold ?? (EXPERIMENTAL?.sharding ? '1B' : ''),
    ROUTING_TYPE: config.Routing?.Type ?? (isOnline ? 'dhtserver' : ''),
    PINNING_HOSTS: `${new URL(process.env.PINNING_SERVICE_ENDPOINT).host},${UNREACHABLE_SERVICE}`,
  }
}
