import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RunningWorkerd, startWorkerd } from '../hosts/start-workerd.ts'
import { directory, rawFile, type StoredTree, storeBlocks } from '../requests/stored-tree.ts'
import { testBrowser } from './open-page.ts'

const PAGE = '<!doctype html><title>site</title><p id="text"></p><script type="module" src="app.js"></script>'
const SCRIPT = "document.querySelector('#text').textContent = await (await fetch('/data/words.txt')).text()\n"
const WORKER = "self.onfetch = (event) => event.respondWith(new Response('from its own worker'))\n"

const browser = testBrowser()
let workerd: RunningWorkerd
let site: StoredTree
/** With its trailing slash, like {@link origin}. */
let node: string
let origin: string

beforeAll(async () => {
  workerd = await startWorkerd()
  site = await directory({
    'index.html': await rawFile(PAGE),
    'app.js': await rawFile(SCRIPT),
    'sw.js': await rawFile(WORKER),
    data: await directory({ 'words.txt': await rawFile('read from beside the page') }),
  })
  await storeBlocks((target, init) => fetch(new URL(String(target), workerd.url), init), site.blocks)
  const { port } = new URL(workerd.url)
  node = `http://localhost:${port}/`
  origin = `http://${site.cid}.ipfs.localhost:${port}/`
})

afterAll(() => workerd?.stop())

describe('a stored site in a browser', () => {
  let page: Page

  beforeEach(async () => {
    page = await (await browser.profile()).newPage()
  })

  it('runs on its own origin, to which its path at localhost leads', async () => {
    await page.goto(`${node}ipfs/${site.cid}`)

    expect(page.url()).toBe(origin)
    await page.getByText('read from beside the page').waitFor()
    expect(await page.evaluate(() => window.origin)).toBe(origin.slice(0, -1))
  })

  it('has a service worker of its own', async () => {
    await page.goto(origin)

    const text = await page.evaluate(async () => {
      const { serviceWorker } = navigator
      await serviceWorker.register('/sw.js')
      await serviceWorker.ready
      return (await (await fetch('/')).text()).slice(0, 15)
    })
    await page.reload()

    expect(text).toBe('<!doctype html>')
    expect(await page.textContent('body')).toBe('from its own worker')
  })

  it('neither reads nor changes anything of the API at localhost', async () => {
    await page.goto(origin)
    const held = await pinned()

    const outcomes = await page.evaluate(tryApi, { api: `${node}api/v0`, cid: site.cid.toString() })
    await page.setContent(
      `<form method="post" action="${node}api/v0/pin/add?arg=${site.cid}"><button>pin</button></form>`,
    )
    const [response] = await Promise.all([
      page.waitForResponse(`${node}api/v0/pin/add?arg=${site.cid}`),
      page.getByRole('button', { name: 'pin' }).click(),
    ])

    expect(outcomes).toEqual(['TypeError', 'TypeError', 'TypeError', 'opaque', '405', 'SecurityError'])
    expect(response.status()).toBe(403)
    expect(await pinned()).toEqual(held)
  })

  it('opens from the page of the node, whose service worker holds nothing of it', async () => {
    await page.goto(node)
    await page.locator('#badge[data-state="online"]').waitFor()
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

    const part = await page.evaluate(
      async (path) => (await fetch(path)).text(),
      `/ipfs/${site.cid}/data/words.txt`,
    )
    await page.goto(`${node}ipfs/${site.cid}/`)

    expect(part).toBe('read from beside the page')
    expect(page.url()).toBe(origin)
    await page.getByText('read from beside the page').waitFor()
  })
})

/** What a script of a stored site gets from the API: names of errors, types or statuses. */
async function tryApi({ api, cid }: { api: string; cid: string }): Promise<string[]> {
  const nameOf = (error: unknown) => (error instanceof Error ? error.name : String(error))
  const attempt = async (url: string, init: RequestInit) => {
    try {
      const response = await fetch(url, init)
      return response.type === 'opaque' ? response.type : String(response.status)
    } catch (error) {
      return nameOf(error)
    }
  }
  const frame = document.createElement('iframe')
  frame.src = api.replace(/api\/v0$/, '')
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
  document.body.append(frame)
  await loaded
  let reach: string
  try {
    reach = String(frame.contentWindow?.document.title)
  } catch (error) {
    reach = nameOf(error)
  }
  return [
    await attempt(`${api}/id`, { method: 'POST' }),
    await attempt(`${api}/id`, {}),
    await attempt(`${api}/id`, { method: 'POST', headers: { 'X-Forwarded-Host': 'localhost' } }),
    await attempt(`${api}/pin/add?arg=${cid}`, { method: 'POST', mode: 'no-cors' }),
    await attempt('/api/v0/id', { method: 'POST' }),
    reach,
  ]
}

async function pinned(): Promise<unknown> {
  const response = await fetch(new URL('/api/v0/pin/ls', workerd.url), { method: 'POST' })
  return response.json()
}
