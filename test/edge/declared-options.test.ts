import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { workerOptions } from '../../edge/local/worker-options.ts'
import { PROJECT } from './run-starter.ts'

const wrangler: typeof import('wrangler') = createRequire(import.meta.url)('wrangler')
const CONFIG = join(PROJECT, 'wrangler.toml')

describe('the options of a local node', () => {
  it('are all that wrangler reads in wrangler.toml, but for the variables, which the starter knows', async () => {
    const { workerOptions: declared } = wrangler.unstable_getMiniflareWorkerOptions(CONFIG)
    const { bindings: _, ...settings } = declared
    const { vars } = wrangler.unstable_readConfig({ config: CONFIG })

    const options = await workerOptions({ port: 0 })

    expect(Object.keys(settings).length).toBeGreaterThan(0)
    expect(options).toEqual(expect.objectContaining(defined(settings)))
    expect(Object.keys(options.bindings ?? {})).toEqual(expect.arrayContaining(Object.keys(vars)))
  })

  it('name the script that wrangler deploys', async () => {
    const { main = '' } = wrangler.unstable_readConfig({ config: CONFIG })

    const { modules } = await workerOptions({ port: 0 })

    // The first is the entry.
    expect(modules).toMatchObject([
      { path: main.slice(main.lastIndexOf('/') + 1) },
      ...Array(modules.length - 1).fill({}),
    ])
  })
})

/** Without what is absent: a key that says `undefined` says nothing. */
function defined(settings: object): object {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}
