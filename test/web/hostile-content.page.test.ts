import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runningBrowser } from './running-browser.ts'
import { stateOf, VICTIMS, type Victim } from './victims.ts'

let browser: Browser

beforeAll(async () => {
  browser = await runningBrowser()
})

const SCRIPT = 'document.documentElement.setAttribute("data-ran", self.origin)'
const XHTML = 'xmlns="http://www.w3.org/1999/xhtml"'

/** Stored in the node by any caller; each is a document that runs a script. */
const FILES = {
  'page.html': `<!doctype html><title>x</title><script>${SCRIPT}</script>`,
  'picture.svg': `<svg xmlns="http://www.w3.org/2000/svg"><script>${SCRIPT}</script></svg>`,
  'page.xhtml': `<html ${XHTML}><head><title>x</title></head><body><script>${SCRIPT}</script></body></html>`,
  'data.xml': `<?xml version="1.0"?><html ${XHTML}><body><script>${SCRIPT}</script></body></html>`,
  nameless: `<!doctype html><title>x</title><script>${SCRIPT}</script>`,
  'named.txt': `<!doctype html><title>x</title><script>${SCRIPT}</script>`,
  'code.js': `${SCRIPT};self.onmessage = () => postMessage(self.origin)`,
  'sw.js': 'self.addEventListener("fetch", (event) => event.respondWith(new Response("taken")))',
}

const DOCUMENTS = [
  'ipfs/$/page.html',
  'cas/$/page.html',
  'ipfs/$/picture.svg',
  'ipfs/$/page.xhtml',
  'ipfs/$/data.xml',
  'ipfs/$/nameless',
  'ipfs/$/named.txt?filename=page.html',
]

describe.each(Object.keys(VICTIMS))('content that is stored in %s', (kind) => {
  let victim: Victim
  let root: string
  let venue: number
  let before: readonly string[]

  beforeAll(async () => {
    victim = await (VICTIMS[kind] ?? fail)(browser)
    root = await victim.add(FILES)
    venue = JSON.parse(await victim.calendar('venues?venue=kept', 'POST')).id
    // What a write leaves for later, the node would do by itself while the attacks go on.
    await victim.call('ledger/anchor')
    before = await stateOf(victim)
  })

  afterAll(() => victim?.stop())

  it.each(DOCUMENTS)('runs as /%s and reaches neither the API nor what the page keeps', async (path) => {
    const page = await open(path)

    expect(await page.evaluate(() => document.documentElement.getAttribute('data-ran'))).toBe('null')
    const { reached, refused } = await page.evaluate(attackFromContent, { root, venue })

    expect(reached).toEqual([])
    expect(refused).toBeGreaterThan(15)
    expect(await stateOf(victim)).toEqual(before)
  })

  it('changes nothing for a form that navigates the whole window', async () => {
    const page = await victim.context.newPage()
    for (const action of [
      `/api/v0/pin/rm?arg=${root}`,
      '/cal/events/v1/venues?venue=evil',
      `/cal/events/v1/venues/${venue}?_method=DELETE`,
    ]) {
      for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
        await page.goto(address('ipfs/$/page.html'))
        const answered = page.waitForResponse((response) => response.request().method() === 'POST')

        await page.evaluate(postForm, { action, enctype })

        expect([401, 403]).toContain((await answered).status())
        await page.waitForURL(new URL(action, victim.url).href)
      }
    }
    expect(await stateOf(victim)).toEqual(before)
    expect(await stateOf(victim)).toEqual(before)
  })

  it('shows text as text, whatever it holds', async () => {
    for (const path of ['ipfs/$/named.txt', 'ipfs/$/code.js']) {
      const page = await open(path)

      expect(await page.evaluate(() => document.documentElement.hasAttribute('data-ran'))).toBe(false)
    }
  })

  it('becomes no service worker, not even by the page itself', async () => {
    const page = await open('')

    const results = await page.evaluate(useFromThePage, root)

    expect(results).toEqual(['refused', 'refused'])
    expect(await stateOf(victim)).toEqual(before)
  })

  async function open(path: string): Promise<Page> {
    const page = await victim.context.newPage()
    await page.goto(address(path))
    return page
  }

  function address(path: string): string {
    return victim.url + path.replace('$', root)
  }
})

/** In stored content: what it got hold of, and how many of its attempts got nothing. */
async function attackFromContent({ root, venue }: { root: string; venue: number }) {
  const reached: string[] = []
  let refused = 0
  const attempt = async (name: string, task: () => unknown) => {
    const found = await Promise.resolve()
      .then(task)
      .catch(() => undefined)
    if (found === undefined || found === null || found === false || found === '') refused += 1
    else reached.push(`${name}: ${String(found)}`)
  }
  const api = new URL('/api/v0/', location.href)
  const answerOf = async (command: string, init: RequestInit = {}) => {
    const response = await fetch(new URL(command, api), { method: 'POST', ...init })
    return response.ok ? response.text() : undefined
  }
  const body = () => {
    const parts = new FormData()
    parts.append('file', new Blob(['evil']), 'evil.txt')
    return parts
  }

  await attempt('read', () => answerOf('pin/ls'))
  await attempt('unpin', () => answerOf(`pin/rm?arg=${root}`))
  await attempt('add', () => answerOf('add', { body: body() }))
  for (const method of ['POST', 'PUT', 'DELETE']) {
    await attempt(`calendar, ${method}`, () =>
      answerOf(`/cal/events/v1/venues/${venue}?venue=evil`, { method }),
    )
  }
  await attempt('calendar, new', () => answerOf('/cal/events/v1/venues?venue=evil'))
  for (const credentials of ['include', 'omit'] as const) {
    await attempt(`add, ${credentials}`, () =>
      answerOf('add', { body: body(), mode: 'no-cors', credentials, referrerPolicy: 'no-referrer' }),
    )
  }
  await attempt('beacon', async () => {
    navigator.sendBeacon(new URL(`pin/rm?arg=${root}`, api))
    return undefined
  })
  await attempt('cookie', () => document.cookie)
  await attempt('localStorage', () => localStorage.length)
  await attempt('sessionStorage', () => sessionStorage.length)
  await attempt('caches', () => caches.keys())
  await attempt('locks', () => navigator.locks.query())
  await attempt('files', () => navigator.storage.getDirectory())
  await attempt('indexedDB', () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const request = indexedDB.open('tidepool/meta')
    request.onsuccess = () => resolve('opened')
    request.onerror = reject
    return promise
  })
  await attempt('a service worker', async () => {
    await navigator.serviceWorker.register(`/ipfs/${root}/sw.js`)
    return 'registered'
  })
  await attempt('the service worker', () => navigator.serviceWorker.controller)
  await attempt('a worker', () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const worker = new Worker(`/ipfs/${root}/code.js`)
    worker.onmessage = ({ data }) => resolve(`runs as ${data}`)
    worker.onerror = reject
    worker.postMessage('')
    return promise
  })
  await attempt('a shared worker', () => {
    const { promise, reject } = Promise.withResolvers<string>()
    new SharedWorker(`/ipfs/${root}/code.js`).onerror = reject
    return promise
  })
  await attempt('the page in a frame', async () => {
    const frame = document.createElementNS('http://www.w3.org/1999/xhtml', 'iframe') as HTMLIFrameElement
    const { promise, resolve } = Promise.withResolvers<void>()
    frame.onload = () => resolve()
    frame.src = '/'
    document.documentElement.append(frame)
    await promise
    return frame.contentDocument?.title
  })
  await attempt('the page in a window', () => window.open('/')?.document.title)
  await attempt('the window above', () => {
    if (window.top !== window) return window.top?.document.title
    return undefined
  })
  return { reached, refused }
}

function postForm({ action, enctype }: { action: string; enctype: string }): void {
  const hostile = Object.assign(document.createElement('form'), { method: 'post', action, enctype })
  document.body.append(hostile)
  // Afterwards: a window that leaves would take the answer of this very call with it.
  setTimeout(() => hostile.submit(), 0)
}

/** In the node's own page, were it ever led to name stored content as a script. */
async function useFromThePage(root: string) {
  const register = (path: string, scope: string) =>
    navigator.serviceWorker.register(path, { scope }).then(
      () => 'registered',
      () => 'refused',
    )
  return [
    await register(`/ipfs/${root}/sw.js`, `/ipfs/${root}/`),
    await register(`/cas/${root}/sw.js?filename=x.js`, `/cas/${root}/`),
  ]
}

function fail(): never {
  throw new Error('no such victim')
}
