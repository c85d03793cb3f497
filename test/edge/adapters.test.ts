import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { build } from 'vite'
import { afterAll, describe, expect, it } from 'vitest'

const WORKER = join(import.meta.dirname, 'worker')

/** The contracts and their adapters as one script for workerd. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    resolve: {
      alias: { vitest: join(WORKER, 'vitest-shim.ts') },
      conditions: ['workerd', 'worker', 'browser', 'module', 'import'],
      mainFields: ['browser', 'module', 'main'],
    },
    ssr: { target: 'webworker', noExternal: true },
    build: {
      ssr: join(WORKER, 'adapters-worker.ts'),
      write: false,
      target: 'es2024',
      rolldownOptions: { external: [/^cloudflare:/], output: { codeSplitting: false } },
    },
  })
  const [first] = Array.isArray(built) ? built : [built]
  const script = first && 'output' in first ? first.output[0].code : undefined
  if (script === undefined) throw new Error('vite gave no script')
  return script
}

const workerd = new Miniflare({
  modules: [{ type: 'ESModule', path: 'adapters-worker.js', contents: await bundle() }],
  compatibilityDate: '2026-07-30',
  durableObjects: { ADAPTERS: { className: 'AdaptersObject', useSQLite: true } },
  r2Buckets: ['BLOCKS'],
  host: '127.0.0.1',
  port: 0,
  cf: false,
})
const url = await workerd.ready
const names: string[] = await (await fetch(url)).json()

afterAll(() => workerd.dispose())

describe('inside workerd', () => {
  it('has facts to try', () => {
    expect(names.length).toBeGreaterThan(40)
  })

  names.forEach((name, number) => {
    it(name, async () => {
      const response = await fetch(new URL(`/${number}`, url))

      expect(await response.text()).toBe('holds')
    })
  })
})
