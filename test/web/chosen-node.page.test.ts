import type { Page } from 'playwright'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { withOrigins } from '../../src/access/origins.ts'
import { loopbackPolicy } from '../../src/access/policy.ts'
import { createApp } from '../../src/app.ts'
import { file, form } from '../requests/form.ts'
import { memoryNode } from '../unit/memory-ports.ts'
import { chooseNode } from './choose-node.ts'
import { testBrowser } from './open-page.ts'
import { type Behind, startPageServer } from './page-server.ts'

const CID = 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o'
const NOTHING_PINNED = [200, '{"Keys":{},"PinLsList":{"Keys":{}}}\n']
const SURFACES = /^\/(api|ipfs|ipns|cal|event)\//

const browser = testBrowser()

describe('the node that a page shows', () => {
  let behind: Behind
  let seen: Request[]

  beforeEach(async () => {
    seen = []
    behind = await nodeWithFile(seen)
  })

  it('is the one on the server at the first visit, with what others have added to it', async () => {
    const { page } = await browser.open({ behind })

    await item(page).waitFor()
    await page.locator('#badge[data-state="online"]').waitFor()
    expect(await page.evaluate(post, `/api/v0/cat?arg=${CID}`)).toEqual([200, 'hello world\n'])
    expect(await page.evaluate(post, '/browser/api/v0/pin/ls')).toEqual(NOTHING_PINNED)
    expect(await page.evaluate(post, `/browser/api/v0/cat?arg=${CID}`)).toEqual([500, expect.any(String)])
  })

  it('is the one in the browser where the server has none', async () => {
    const { page } = await browser.open()

    await page.locator('#badge[data-state="online"]').waitFor()
    expect(await page.evaluate(post, '/api/v0/pin/ls')).toEqual(NOTHING_PINNED)
  })

  it('is the one that was chosen before, in every tab and for every request at the root', async () => {
    const { page, context, server } = await browser.open({ behind })
    await item(page).waitFor()
    const other = await context.newPage()
    await other.goto(server.url)
    await item(other).waitFor()

    await chooseNode(page, server.url, { chosen: 'browser' })

    for (const tab of [page, other]) {
      await tab.locator('#nothing').waitFor()
      expect(await tab.evaluate(post, '/api/v0/pin/ls')).toEqual(NOTHING_PINNED)
    }
  })

  it('keeps to a server that is gone, and offers the browser', async () => {
    const { page, context, server } = await browser.open({ behind })
    await item(page).waitFor()
    await page.locator('#badge[data-state="online"]').waitFor()
    await server.stop()
    const tab = await context.newPage()

    const answer = await tab.goto(`${server.url}ipfs/${CID}`)

    expect(answer?.status()).toBe(503)
    await tab.getByRole('heading', { name: 'The server cannot be reached' }).waitFor()
    await tab.getByRole('link', { name: 'Try again' }).waitFor()
    await tab.getByRole('link', { name: 'Look in this browser' }).click()
    await tab.getByText('block was not found locally').waitFor()
    expect(new URL(tab.url()).pathname).toBe(`/browser/ipfs/${CID}`)
    await expect(page.evaluate(post, '/api/v0/version')).rejects.toThrow('Failed to fetch')
  })

  it('may be at another address, which gets its token from the page and with nothing but calls', async () => {
    const { page, server } = await browser.open()
    await page.locator('#badge[data-state="online"]').waitFor()
    const other = await startPageServer({}, await nodeWithFile(seen, new URL(server.url).origin))
    onTestFinished(() => other.stop())
    const url = new URL(other.url).origin

    await chooseNode(page, server.url, { chosen: url, access: { [url]: { token: 'pool' } } })

    await item(page).waitFor()
    expect(await page.evaluate(get, `/ipfs/${CID}`)).toEqual([200, 'hello world\n'])
    const sent = (prefix: string) =>
      seen
        .filter(({ method, url: at }) => method !== 'OPTIONS' && new URL(at).pathname.startsWith(prefix))
        .map(({ headers }) => headers.get('Authorization'))
    expect(new Set(sent('/api/v0/'))).toEqual(new Set(['Bearer pool']))
    expect(sent('/ipfs/')).toEqual([null])
  })

  it('leaves paths below /browser to the browser, and takes the origin from its content there too', async () => {
    const { page, server } = await browser.open({ behind })
    await item(page).waitFor()
    await page.locator('#badge[data-state="online"]').waitFor()

    const root = await page.evaluate(addFolder)
    await page.goto(`${server.url}browser/ipfs/${root}`)
    expect(new URL(page.url()).pathname).toBe(`/browser/ipfs/${root}/`)

    await page.goto(`${server.url}browser/ipfs/${root}/page.html`)
    expect(await page.title()).toBe('a site')
    expect(await page.evaluate(() => self.origin)).toBe('null')
  })
})

function item(page: Page) {
  return page.locator('.pin', { hasText: CID.slice(0, 6) })
}

/** A node on a server, whose owner has added a file by the API. It keeps the requests that it gets in `seen`. */
async function nodeWithFile(seen: Request[], origin?: string): Promise<Behind> {
  const policy = withOrigins(loopbackPolicy(), origin ? [origin] : [])
  const app = createApp(await memoryNode(), policy)
  await app.request('http://127.0.0.1/api/v0/add', {
    method: 'POST',
    ...form(file('hello.txt', 'hello world\n')),
  })
  return (request) => {
    if (!SURFACES.test(new URL(request.url).pathname)) return undefined
    seen.push(request)
    return Promise.resolve(app.fetch(request))
  }
}

async function post(path: string): Promise<[number, string]> {
  const response = await fetch(path, { method: 'POST' })
  return [response.status, await response.text()]
}

async function get(path: string): Promise<[number, string]> {
  const response = await fetch(path)
  return [response.status, await response.text()]
}

/** Adds a folder to the node in the browser. */
async function addFolder(): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob(['<title>a site</title>']), 'folder%2Fpage.html')
  const response = await fetch('/browser/api/v0/add?cid-version=1', { method: 'POST', body })
  return JSON.parse((await response.text()).trim().split('\n').at(-1) ?? '').Hash
}
