import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { staticImports } from '../check/static-imports.ts'
import { APP_FILES } from './app-files.ts'
import { testBrowser } from './open-page.ts'

const BUNDLE = join(import.meta.dirname, '../../dist/lib/tab.js')

/** The raw leaf of `hello`, as every node of the network names it. */
const HELLO_CID = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'

/** What evaluated functions see of the page is its global scope. */
const APP = '<script type="module">Object.assign(window, await import("/tab.js"))</script>'
declare const createTabNode: typeof import('../../web/host/tab.ts').createTabNode
declare const keepingAlive: typeof import('../../web/host/tab.ts').keepingAlive

const browser = testBrowser()

describe('the bundle of the tab', () => {
  it('stores a file of one leaf in a page that has no lazy file, reads it after a reload, and keeps a worker alive', async () => {
    const extras = {
      ...Object.fromEntries(await Promise.all(staticImports(BUNDLE).map(served))),
      '/app': { headers: { 'Content-Type': 'text/html' }, body: APP },
    }
    const { page } = await browser.open({ at: 'app', extras })
    await page.waitForFunction(isReady)

    const cid = await page.evaluate(store, 'hello')
    await page.reload()
    await page.waitForFunction(isReady)

    expect(cid).toBe(HELLO_CID)
    expect(await page.evaluate(readListed)).toEqual([[HELLO_CID, 'hello']])
    expect(await page.evaluate(() => keepingAlive(async () => 'kept alive'))).toBe('kept alive')
  })

  it('answers unavailable in a page that was loaded without HTTPS', async () => {
    const context = await browser.profile()
    await context.route('http://insecure.test/**', async (route) => {
      const file = new Map(Object.entries(APP_FILES)).get(new URL(route.request().url()).pathname)
      await route.fulfill(file ?? { status: 404 })
    })
    const page = await context.newPage()
    await page.goto('http://insecure.test/app')
    await page.waitForFunction(isReady)

    expect(await page.evaluate(codeOfStart)).toBe('unavailable')
  })
})

/** The code of the error of a start. */
async function codeOfStart(): Promise<unknown> {
  try {
    return await createTabNode()
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : String(error)
  }
}

async function served(file: string) {
  const body = await readFile(file, 'utf8')
  return [`/${basename(file)}`, { headers: { 'Content-Type': 'text/javascript' }, body }] as const
}

function isReady(): boolean {
  return 'createTabNode' in window
}

async function store(text: string): Promise<string> {
  const node = await createTabNode({ name: 'an-app' })
  const hasher = {
    name: 'sha2-256',
    code: 0x12,
    digest: async (bytes: Uint8Array) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.slice())),
  }
  const format = { version: 1, codec: 0x55, hasher, digestBytes: -1 } as const
  const bytes = new TextEncoder().encode(text)
  const { cid } = await node.repo.whileAdding(() => node.blocks.put(bytes, { format }))
  return cid.toString()
}

/** Every block that the page finds in its storage. */
async function readListed(): Promise<[cid: string, text: string][]> {
  const { blocks, blockstore } = await createTabNode({ name: 'an-app' })
  const found: [string, string][] = []
  for await (const { cid } of blockstore.list()) {
    found.push([cid.toString(), new TextDecoder().decode(await blocks.get(cid))])
  }
  return found
}
