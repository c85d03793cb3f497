import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserArguments } from '../browser/browser-arguments.ts'
import { findChromium } from '../browser/find-chromium.ts'
import { type PageServer, startPageServer } from './page-server.ts'

const BUNDLE = join(import.meta.dirname, '../../dist/lib/tab.js')

/** The raw leaf of `hello`, as every node of the network names it. */
const HELLO_CID = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'

/** What evaluated functions see of the page is its global scope. */
const APP = '<script type="module">Object.assign(window, await import("/tab.js"))</script>'
declare const createTabNode: typeof import('../../web/tab.ts').createTabNode

describe('the bundle of the tab', () => {
  let browser: Browser
  let server: PageServer
  let page: Page

  beforeAll(async () => {
    server = await startPageServer({
      '/tab.js': { headers: { 'Content-Type': 'text/javascript' }, body: await readFile(BUNDLE, 'utf8') },
      '/app': { headers: { 'Content-Type': 'text/html' }, body: APP },
    })
    browser = await chromium.launch({ executablePath: findChromium(), args: browserArguments })
    page = await browser.newPage()
    await page.goto(new URL('/app', server.url).href)
    await page.waitForFunction(isReady)
  })

  afterAll(async () => {
    await browser.close()
    await server.stop()
  })

  it('stores a file of one leaf in a page that imports nothing else, and reads it after a reload', async () => {
    const cid = await page.evaluate(store, 'hello')
    await page.reload()
    await page.waitForFunction(isReady)

    expect(cid).toBe(HELLO_CID)
    expect(await page.evaluate(readListed)).toEqual([[HELLO_CID, 'hello']])
  })
})

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
  const { blocks, ports } = await createTabNode({ name: 'an-app' })
  const found: [string, string][] = []
  for await (const { cid } of ports.blockstore.list()) {
    found.push([cid.toString(), new TextDecoder().decode(await blocks.get(cid))])
  }
  return found
}
