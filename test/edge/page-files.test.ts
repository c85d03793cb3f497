import { Miniflare, type MiniflareOptions } from 'miniflare'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { separateWorkers } from '../../edge/local/separate-workers.ts'
import { nodeUrl, workerOptions } from '../../edge/local/worker-options.ts'

/** What the page and its guides are made of, what is not there, and spellings that must lead nowhere. */
const PATHS = [
  '/',
  '/?at=1',
  '/index.html',
  '/index.html?at=1',
  '/sw.js',
  '/sw.js?at=1',
  '/manifest.webmanifest',
  '/icon-192.png',
  '/openapi.json',
  '/help',
  '/help/',
  '/help?at=1',
  '/help/index.html',
  '/help/limits',
  '/help/limits/',
  '/_headers',
  '/assets',
  '/assets/',
  '/absent.js',
  '/absent/index.html',
  '/sw.js/',
  '/.git/config',
  '/%2e%2e/package.json',
  '/..%2fpackage.json',
  '/help/%2e%2e%2f%2e%2e%2fpackage.json',
]

const HEADERS = [
  'location',
  'content-type',
  'cache-control',
  'content-security-policy',
  'x-content-type-options',
]

/** The Worker as deployed, whose assets the simulator serves, and the front of `npm start`, which serves them itself. */
const runtimes: Miniflare[] = []
let deployed: URL
let local: URL

async function serve(options: MiniflareOptions): Promise<URL> {
  const runtime = new Miniflare(options)
  runtimes.push(runtime)
  return nodeUrl(runtime, options)
}

beforeAll(async () => {
  const options = await workerOptions({ port: 0 })
  deployed = await serve(options)
  local = await serve(separateWorkers(options))
})

afterAll(() => Promise.all(runtimes.map((runtime) => runtime.dispose())))

async function answer(root: URL, path: string, init: RequestInit) {
  const headers = { 'Accept-Encoding': 'identity', ...init.headers }
  const response = await fetch(root.origin + path, { ...init, headers, redirect: 'manual' })
  const body = new Uint8Array(await response.arrayBuffer())
  const sent = HEADERS.map((name) => [name, response.headers.get(name)?.toLowerCase()])
  return { path, status: response.status, ...Object.fromEntries(sent), body }
}

describe('the page of npm start', () => {
  it.each(['GET', 'HEAD'])('is that of a deployment: %s', async (method) => {
    for (const path of PATHS) {
      expect(await answer(local, path, { method })).toEqual(await answer(deployed, path, { method }))
    }
  })

  it('tells who has a file that it is the same', async () => {
    for (const path of ['/', '/sw.js', '/icon-192.png', '/help/']) {
      const { headers } = await fetch(new URL(path, local))
      const tag = headers.get('ETag') ?? ''
      const again = await fetch(new URL(path, local), { headers: { 'If-None-Match': `"other", ${tag}` } })
      const other = await fetch(new URL(path, local), { headers: { 'If-None-Match': '"other"' } })

      expect(tag).toMatch(/^(W\/)?"[\w.-]+"$/)
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect(again.headers.get('ETag')).toBe(tag)
      expect(other.status).toBe(200)
      await other.body?.cancel()
    }
  })
})
