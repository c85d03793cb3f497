import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { afterAll, describe, expect, it } from 'vitest'
import { bundleWorker } from './bundle-worker.ts'

const packs = mkdtempSync(join(tmpdir(), 'tidepool-test-'))
const workerd = new Miniflare({
  modules: [
    { type: 'ESModule', path: 'adapters-worker.js', contents: await bundleWorker('adapters-worker.ts') },
  ],
  compatibilityDate: '2026-07-30',
  durableObjects: { ADAPTERS: { className: 'AdaptersObject', useSQLite: true } },
  r2Buckets: ['BLOCKS'],
  serviceBindings: { PACKS: { disk: { path: packs, writable: true } } },
  host: '127.0.0.1',
  port: 0,
  cf: false,
})
const url = await workerd.ready
const names: string[] = await (await fetch(url)).json()

afterAll(async () => {
  await workerd.dispose()
  rmSync(packs, { recursive: true, force: true })
})

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
