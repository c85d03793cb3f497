import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

/** The reference server with an empty repository, to compare with: `binary` is its program. */
export async function startReference(binary, { config = {}, EXPERIMENTAL, isOnline }) {
  const repository = await mkdtemp(join(tmpdir(), 'tidepool-reference-'))
  const env = { ...process.env, IPFS_PATH: repository }
  await promisify(execFile)(binary, ['init', '--profile=test'], { env })
  const path = join(repository, 'config')
  const document = JSON.parse(await readFile(path, 'utf8'))
  for (const [section, values] of Object.entries(settings(config, EXPERIMENTAL))) {
    document[section] = { ...document[section], ...values }
  }
  await writeFile(path, JSON.stringify(document))
  const pubsub = ['--enable-pubsub-experiment', '--enable-namesys-pubsub']
  const child = spawn(binary, ['daemon', ...pubsub, ...(isOnline ? [] : ['--offline'])], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exited = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) if (line === 'Daemon is ready') break
  child.stdout.resume()
  const [, host, port] = /^\/ip4\/(.+)\/tcp\/(\d+)$/.exec(await readFile(join(repository, 'api'), 'utf8'))
  return {
    url: `http://${host}:${port}/api/v0`,
    /** May be called again. */
    async stop() {
      child.kill('SIGTERM')
      await exited
      await rm(repository, { recursive: true, force: true })
    },
  }
}

/** What a suite configures, under the names of today. */
function settings({ Internal, ...config }, EXPERIMENTAL) {
  const threshold = Internal?.UnixFSShardingSizeThreshold ?? (EXPERIMENTAL?.sharding ? '1B' : undefined)
  return threshold ? { ...config, Import: { UnixFSHAMTDirectorySizeThreshold: threshold } } : config
}
