import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { create } from 'ipfs-http-client'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const START_LIMIT_MS = 60_000

/** What suites ask for nodes: each is a new `npm start` with an empty data folder, until `clean`. */
export function nodeFactory() {
  const nodes = new Set()
  return {
    opts: { type: 'tidepool' },
    async spawn({ ipfsOptions } = {}) {
      const node = await startNode(importVariables(ipfsOptions))
      nodes.add(node)
      return node
    },
    async clean() {
      await Promise.all([...nodes].map((node) => node.stop()))
      nodes.clear()
    },
  }
}

/** The variables for the sharding that a suite configures, under the names of the servers it was written for. */
function importVariables({ config, EXPERIMENTAL } = {}) {
  const threshold = config?.Internal?.UnixFSShardingSizeThreshold ?? (EXPERIMENTAL?.sharding ? '1B' : '')
  return { IMPORT_HAMT_THRESHOLD: threshold }
}

async function startNode(variables) {
  const data = await mkdtemp(join(tmpdir(), 'tidepool-suite-'))
  const port = await freePort()
  const child = spawn(process.execPath, ['edge/local/start.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...variables, PORT: String(port), TIDEPOOL_DATA: data },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  const api = create({ url: `http://127.0.0.1:${port}/api/v0` })
  await answering(`http://127.0.0.1:${port}/api/v0/version`)
  return {
    api,
    peer: undefined,
    async stop() {
      child.kill('SIGTERM')
      await exited
      await rm(data, { recursive: true, force: true })
    },
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
