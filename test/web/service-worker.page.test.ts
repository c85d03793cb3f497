import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { fenced } from '../requests/fenced.ts'
import { guideSection } from '../requests/guide.ts'
import { testBrowser } from './open-page.ts'
import { type PageServer, startPageServer } from './page-server.ts'

const ABSENT = '/ipfs/QmXXNNbwe4zzpdMg62ZXvnX1oU7MwSrQ3vAEtuwFKCm1oD'
const ON_THE_SERVER = '/ipfs/QmRN6wdp1S2A5EtjW9A3M1vKSBuQQGcgvuhoMUoEz4iiT5'
const SITE_ON_THE_SERVER = '/ipfs/QmWATWQ7fVPP2EFGu71UkfnqhYXDYH566qy47CnJDgvs8u'
const ONLY_A_PAGE = '/ipfs/QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o'

const browser = testBrowser()

describe('the service worker', () => {
  let server: PageServer
  let context: BrowserContext
  let page: Page

  beforeEach(async () => {
    const extras = {
      [ON_THE_SERVER]: { headers: { 'X-Ipfs-Path': ON_THE_SERVER }, body: 'held by the server' },
      [SITE_ON_THE_SERVER]: {
        headers: { 'X-Ipfs-Path': SITE_ON_THE_SERVER, 'Content-Type': 'text/html' },
        body: '<title>a site</title>',
      },
      [ONLY_A_PAGE]: { headers: { 'Content-Type': 'text/html' }, body: '<p>a page for every path</p>' },
    }
    ;({ server, context, page } = await browser.openAgain({ extras }))
    await page.locator('#badge[data-state="online"]').waitFor()
  })

  it('asks the gateway of its server for content that the browser does not hold', async () => {
    expect(await page.evaluate(read, ON_THE_SERVER)).toEqual([200, 'held by the server'])
    expect(await page.evaluate(headOf, ON_THE_SERVER)).toEqual([200, ON_THE_SERVER])
    expect(await page.evaluate(headOf, ABSENT)).toEqual([404, null])
    expect((await page.evaluate(read, ONLY_A_PAGE))[0]).toBe(404)
    expect((await page.evaluate(read, ABSENT))[0]).toBe(404)

    await server.stop()

    expect((await page.evaluate(read, ON_THE_SERVER))[0]).toBe(404)
  })

  it('takes the origin of the page from content of its server, whatever gateway that runs', async () => {
    const site = await context.newPage()

    await site.goto(new URL(SITE_ON_THE_SERVER, server.url).href)

    expect(await site.title()).toBe('a site')
    expect(await site.evaluate(() => self.origin)).toBe('null')
  })

  it('tells a visitor what to do next about a link that leads to nothing here', async () => {
    await server.stop()
    const tab = await context.newPage()

    const absent = await tab.goto(new URL(ABSENT, server.url).href)
    expect(absent?.status()).toBe(404)
    expect(await tab.locator('main').textContent()).toMatch(
      /block was not found locally \(offline\): ipld: could not find .*Open a CAR file that has it/s,
    )
    expect(await tab.getByRole('link', { name: 'the node in this browser' }).getAttribute('href')).toBe('/')
    const unknown = await tab.goto(new URL('/nothing/here', server.url).href)
    expect(unknown?.status()).toBe(503)
    await tab.getByRole('heading', { name: 'The server cannot be reached' }).waitFor()
    expect(await linksOf(tab)).toEqual([
      ['Try again', '/nothing/here'],
      ['Look in this browser', '/'],
    ])

    expect(await page.evaluate(read, ABSENT)).toEqual([404, expect.not.stringContaining('CAR file')])
  })

  it('answers again in a page that was loaded past it', async () => {
    const session = await context.newCDPSession(page)

    const loaded = page.waitForEvent('load')
    await session.send('Page.reload', { ignoreCache: true })
    await loaded
    await page.locator('#badge[data-state="online"]').waitFor()

    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    expect(await page.evaluate(version)).toBe(200)
  })

  it('loads its parts without a server after a restart, and as it was installed after a new deployment', async () => {
    let isReplaced = false
    const installed = readFileSync(join(import.meta.dirname, '../../dist/web/sw.js'), 'utf8')
    const behind = ({ url }: Request) => {
      const { pathname } = new URL(url)
      if (!isReplaced || !pathname.startsWith('/sw')) return undefined
      const script = `${installed}\n// a later build`
      return Promise.resolve(
        pathname === '/sw.js'
          ? new Response(script.replaceAll(/sw-(\w+)-[\w-]{8}\.js/g, 'sw-$1-later.js'), {
              headers: { 'Content-Type': 'text/javascript' },
            })
          : new Response('gone', { status: 404 }),
      )
    }
    const { server: own, page: visited } = await browser.open({ behind })
    await visited.waitForFunction(() => navigator.serviceWorker.controller)

    isReplaced = true
    // Its parts cannot be loaded, so the later worker is never installed.
    await visited.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update().catch(() => undefined)
      const { installing } = registration
      if (!installing) return
      await new Promise<void>((resolve) => {
        installing.addEventListener('statechange', () => installing.state === 'redundant' && resolve())
      })
    })
    await restartWorker(visited)
    expect(await visited.evaluate(usesParts)).toEqual([200, 200, 200])

    await own.stop()
    await restartWorker(visited)
    expect(await visited.evaluate(usesParts)).toEqual([200, 200, 200])

    // As when the server is gone before the first worker has got all files of the page.
    await visited.evaluate(removeCaches)
    await visited.reload()
    await visited.getByRole('heading', { name: 'The server cannot be reached' }).waitFor()
    expect(await linksOf(visited)).toEqual([['Try again', '/']])
  })

  it('is removed with its caches, and the data kept, by the script that the guide has for that', async () => {
    const script = fenced(await guideSection('page-author', 'Remove it again'), 'js')
    let isReplaced = false
    const replaced = new Response(script, { headers: { 'Content-Type': 'text/javascript' } })
    const behind = ({ url }: Request) =>
      isReplaced && url.endsWith('/sw.js') ? Promise.resolve(replaced.clone()) : undefined
    const { page: visited } = await browser.open({ behind })
    await visited.locator('#badge[data-state="online"]').waitFor()

    isReplaced = true
    await visited.evaluate(async () => (await navigator.serviceWorker.ready).update())

    await expect.poll(() => visited.evaluate(() => caches.keys())).toEqual([])
    expect(
      await visited.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    ).toBe(0)
    const names = await visited.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    expect(names).toContain('tidepool/blocks')
  })

  it('says that its server has no newer version to offer while that cannot be reached', async () => {
    await server.stop()

    const [status, text] = await page.evaluate(update)

    expect([status, JSON.parse(text)]).toEqual([
      500,
      { Message: expect.stringContaining('the server of this page'), Code: 0, Type: 'error' },
    ])
  })

  it('says in the form of each surface why it cannot open the storage that a newer version has changed', async () => {
    await page.evaluate(openNewerStorage)

    const link = await context.newPage()
    const opened = await link.goto(new URL(`/browser${ABSENT}`, server.url).href)
    const [status, text] = await page.evaluate(read, '/browser/cal/events/v1/events')
    const call = await page.evaluate(update)

    expect([opened?.status(), opened?.headers()['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
    expect(await link.locator('main').textContent()).toContain('reload the page')
    expect([status, text]).toEqual([503, expect.stringContaining('reload the page')])
    expect([call[0], JSON.parse(call[1])]).toMatchObject([500, { Type: 'error' }])
  })

  it('refuses a form that another site posts to its API', async () => {
    const target = `${server.url}api/v0/version`
    const form = `<form method="post" action="${target}"><button>win</button></form>`
    const attacker = await startPageServer({
      '/form': { headers: { 'Content-Type': 'text/html' }, body: form },
    })
    const other = await context.newPage()
    await other.goto(`${attacker.url}form`)

    const [response] = await Promise.all([
      other.waitForResponse(target),
      other.getByRole('button', { name: 'win' }).click(),
    ])

    expect(response.fromServiceWorker()).toBe(true)
    expect(response.status()).toBe(403)
    expect(await page.evaluate(version)).toBe(200)
    await attacker.stop()
  })
})

it('the page can be installed as an app', async () => {
  const { context, page } = await browser.openAgain()
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  const session = await context.newCDPSession(page)

  const { url, errors } = await session.send('Page.getAppManifest')
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')

  expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []])
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

/** Stops the worker, as browsers do when it is idle. The next request starts it again. */
async function restartWorker(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}

/** The statuses of calls that need the calendar, the ledger and the configuration. */
async function usesParts(): Promise<number[]> {
  const statuses: number[] = []
  const post = { method: 'POST' }
  statuses.push((await fetch('/browser/cal/events/v1/events')).status)
  statuses.push((await fetch('/browser/api/v0/ledger/params', post)).status)
  statuses.push((await fetch('/browser/api/v0/config/show', post)).status)
  return statuses
}

/** The text and the path of each link. */
async function linksOf(page: Page): Promise<(string | null)[][]> {
  const links = await page.getByRole('link').all()
  return Promise.all(links.map(async (link) => [await link.textContent(), await link.getAttribute('href')]))
}

async function removeCaches(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
}

async function read(path: string): Promise<[number, string]> {
  const response = await fetch(path)
  return [response.status, await response.text()]
}

async function headOf(path: string): Promise<[number, string | null]> {
  const { status, headers } = await fetch(path, { method: 'HEAD' })
  return [status, headers.get('X-Ipfs-Path')]
}

async function update(): Promise<[number, string]> {
  const response = await fetch('/browser/api/v0/update', { method: 'POST' })
  return [response.status, await response.text()]
}

/** Opens the storage of the node as a build with a later version of its database does. */
async function openNewerStorage(): Promise<void> {
  const request = indexedDB.open('tidepool/meta', 1_000)
  await new Promise((resolve, reject) => {
    request.onsuccess = resolve
    request.onerror = () => reject(request.error)
  })
  request.result.close()
}

async function version(): Promise<number> {
  return (await fetch('/api/v0/version', { method: 'POST' })).status
}
