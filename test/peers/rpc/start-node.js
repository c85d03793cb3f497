import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const START_LIMIT_MS = 60_000

/** A pinning service that a suite adds, and at which nobody answers. */
const UNREACHABLE_SERVICE = '127.0.0.1:5555'

/** `npm start` with an empty data folder on a port of its own. Returns the address of its API, and how it ends. */
export async function startNode(options) {
  const data = await mkdtemp(join(tmpdir(), 'tidepool-suite-'))
  const port = await freePort()
  const child = spawn(process.execPath, ['edge/local/start.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...variables(options), PORT: String(port), TIDEPOOL_DATA: data },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}/api/v0`
  await answering(`${url}/version`)
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

/** What a suite configures, under the names of the servers it was written for, as variables of this node. */
function variables({ config = {}, EXPERIMENTAL, isOnline }) {
  return {
    IMPORT_HAMT_THRESHOLD: config.Internal?.UnixFSShardingSizeThreshold ?? (EXPERIMENTAL?.sharding ? '1B' : ''),
    ROUTING_TYPE: config.Routing?.Type ?? (isOnline ? 'dhtserver' : ''),
    PINNING_HOSTS: `${new URL(process.env.PINNING_SERVICE_ENDPOINT).host},${UNREACHABLE_SERVICE}`,
  }
}

async function answering(url) {
  const until = Date.now() + START_LIMIT_MS
  for (;;) {
    try {
      const response = await fetch(url, { method: 'POST' })
      await response.text()
      if (response.ok) return
    } catch {
      // Not listening yet.
    }
    if (Date.now() > until) throw new Error(`Cannot start node: no answer at ${url}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
