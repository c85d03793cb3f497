import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { Miniflare } from 'miniflare'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nodeUrl, workerOptions } from '../../edge/local/worker-options.ts'
import { NODE, PROJECT, temporaryFolder } from './run-starter.ts'

async function serve(changes: object): Promise<URL> {
  const options = { ...(await workerOptions({ port: 0 })), ...changes }
  const runtime = new Miniflare(options)
  onTestFinished(() => runtime.dispose())
  return await nodeUrl(runtime, options)
}

describe('the Worker', () => {
  it('passes a dry run of its deployment', async () => {
    const wrangler = join(PROJECT, 'node_modules/wrangler/bin/wrangler.js')
    const parameters = [wrangler, 'deploy', '--dry-run', '--outdir', temporaryFolder()]

    const { stdout } = await promisify(execFile)(NODE, parameters, {
      cwd: PROJECT,
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1' },
    })

    for (const binding of ['env.NODE', 'env.BLOCKS', 'env.CACHE', 'env.ASSETS', 'env.ACCESS']) {
      expect(stdout).toContain(binding)
    }
  })

  it('is closed until its host says that it is on loopback', async () => {
    const url = await serve({ bindings: { ACCESS: 'closed' } })

    const response = await fetch(new URL('/api/v0/version', url), { method: 'POST' })

    expect(response.status).toBe(403)
  })

  it('lets no page show it in a frame', async () => {
    const url = await serve({})

    const page = await fetch(url)

    expect(page.headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await fetch(new URL('/_headers', url))).status).toBe(404)
  })

  it('tells how much its database can still hold, where it has no disk', async () => {
    const url = await serve({})

    const response = await fetch(new URL('/api/v0/diag/sys', url), { method: 'POST' })

    const { diskinfo } = await response.json()
    expect(diskinfo.total_space).toBe(10_000_000_000)
    expect(diskinfo.free_space).toBeLessThan(diskinfo.total_space)
    expect(diskinfo.free_space).toBeGreaterThan(9_900_000_000)
  })

  it('answers 503 in plain text when its object cannot', async () => {
    const url = await serve({
      durableObjects: { NODE: { className: 'NodeObject', useSQLite: false } },
      handleRuntimeStdio: (stdout: Readable, stderr: Readable) => void [stdout.resume(), stderr.resume()],
    })

    const response = await fetch(new URL('/api/v0/version', url), { method: 'POST' })

    expect(response.status).toBe(503)
    expect(response.headers.get('content-type')).toContain('text/plain')
    expect(await response.text()).toBe('The node cannot answer right now: try again\n')
  })
})
