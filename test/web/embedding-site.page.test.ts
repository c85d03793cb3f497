import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { controlled } from './controlled.ts'
import { testBrowser } from './open-page.ts'
import type { PageServer } from './page-server.ts'

/** Paths of the site that the node has pages for too. */
const ALSO_OF_NODE = ['/events', '/events/month/', '/event/party/', '/tag/news', '/version', '/a/b/rollapp/x']
const MISSING = ['/events/list/', '/event/unknown/']

const browser = testBrowser()

describe('the service worker of a site that embeds it', () => {
  let page: Page
  let server: PageServer
  let asked: string[]
  let home: () => Response
  let isNewer: boolean

  beforeEach(async () => {
    asked = []
    isNewer = false
    home = () => new Response('the site')
    const behind = (request: Request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/sw.js' && isNewer) return newerWorker()
      if (pathname.startsWith('/sw')) return undefined
      if (pathname === '/') return Promise.resolve(home())
      asked.push(`${request.method} ${pathname}`)
      const status = MISSING.includes(pathname) ? 404 : 200
      const headers = { 'Content-Type': 'text/html' }
      return Promise.resolve(new Response(`the site at ${pathname}`, { status, headers }))
    }
    ;({ page, server } = await browser.open({ at: 'about', behind }))
    await page.evaluate(controlled)
  })

  it("asks the server for no file of Tidepool's own page, and takes a newer worker", async () => {
    await page.goto(server.url)
    expect(await page.evaluate(ask, { path: '/' })).toEqual([200, 'the site'])

    isNewer = true
    expect(await page.evaluate(stateOfUpdate)).toBe('installed')
    expect(asked).toEqual(['GET /about'])
  })

  it('leaves every page of the site to its server', async () => {
    for (const path of ['/about', ...ALSO_OF_NODE])
      expect(await page.evaluate(ask, { path })).toEqual([200, `the site at ${path}`])
  })

  it('leaves forms and other calls of the site to its server', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const path of ALSO_OF_NODE)
        expect(await page.evaluate(ask, { path, method })).toEqual([200, `the site at ${path}`])
    }

    const form = `<form method="post" action="/event/party/"><button>Sign up</button></form>`
    await page.setContent(form)
    await page.getByRole('button').click()
    await page.getByText('the site at /event/party/').waitFor()

    expect(asked.at(-1)).toBe('POST /event/party/')
  })

  it('answers with the node where the site has no page, and to navigations without its server', async () => {
    const [status, list] = await page.evaluate(ask, { path: '/events/list/' })
    expect([status, list]).toEqual([200, expect.stringContaining('<h1')])
    expect(await page.evaluate(ask, { path: '/event/unknown/' })).toEqual([
      404,
      'the site at /event/unknown/',
    ])

    await server.stop()

    const opened = await page.goto(`${server.url}events/list/`)
    expect(opened?.status()).toBe(200)
    await expect(page.evaluate(ask, { path: '/version' })).rejects.toThrow('Failed to fetch')
  })

  it('shows its page without its server as it was, and keeps neither a private page nor one of a query', async () => {
    expect(await page.evaluate(ask, { path: '/' })).toEqual([200, 'the site'])

    for (const control of ['private', 'No-Store']) {
      home = () => new Response('the site for Alice', { headers: { 'Cache-Control': control } })
      expect(await page.evaluate(ask, { path: '/' })).toEqual([200, 'the site for Alice'])
    }
    home = () => new Response('the site by a token')
    expect(await page.evaluate(ask, { path: '/?token=1' })).toEqual([200, 'the site by a token'])
    home = () => new Response('closed for today', { status: 503 })
    expect(await page.evaluate(ask, { path: '/' })).toEqual([503, 'closed for today'])

    await server.stop()

    expect(await page.evaluate(ask, { path: '/' })).toEqual([200, 'the site'])
  })

  it('shows its page also where no copy of it can be kept', async () => {
    const headers = { 'Content-Type': 'text/html', Vary: '*' }
    home = () => new Response('<title>as it is now</title>', { headers })

    await page.goto(server.url)

    expect(await page.title()).toBe('as it is now')
  })

  it('shows its page when the browser grants no space for a copy', async () => {
    const { origin } = new URL(server.url)
    const protocol = await page.context().newCDPSession(page)
    home = () => new Response('<title>before</title>', { headers: { 'Content-Type': 'text/html' } })
    await page.goto(server.url)
    await protocol.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
    home = () => new Response('<title>as it is now</title>', { headers: { 'Content-Type': 'text/html' } })

    await page.goto(server.url)

    expect(await page.title()).toBe('as it is now')
  })

  it('keeps its page as a navigation got it, and not as its scripts did', async () => {
    const whole = { headers: { 'Content-Type': 'text/html', Vary: 'X-Part' } }
    home = () => new Response('<title>the whole page</title>', whole)
    await page.goto(server.url)

    home = () => new Response('a part', whole)
    expect(await page.evaluate(ask, { path: '/' })).toEqual([200, 'a part'])
    home = () => Response.redirect(`${server.url}about`, 302)
    expect(await page.evaluate(ask, { path: '/' })).toEqual([200, 'the site at /about'])
    await server.stop()

    await page.goto(server.url)
    expect(await page.title()).toBe('the whole page')
  })

  it('describes its API by files of the page alone, which the site may not have', async () => {
    const unreached = '/api/v0/openapi.json'
    await server.stop()
    expect(await page.evaluate(ask, { path: unreached })).toEqual([
      503,
      expect.stringContaining('the server of this page cannot be reached'),
    ])
    await server.startAgain()

    for (const path of [unreached, '/cal/events/v1/openapi.json', '/browser/api/v0/openapi.json'])
      expect(await page.evaluate(ask, { path })).toEqual([
        503,
        expect.stringContaining('the server of this page does not have it'),
      ])
  })
})

/** The worker of a newer build, as far as a browser can tell. */
async function newerWorker(): Promise<Response> {
  const script = await readFile(join(import.meta.dirname, '../../dist/web/sw.js'), 'utf8')
  return new Response(`${script}\n//`, { headers: { 'Content-Type': 'text/javascript' } })
}

/** How the installation of a newer worker ends. */
async function stateOfUpdate(): Promise<ServiceWorkerState | undefined> {
  const registration = await navigator.serviceWorker.ready
  await registration.update()
  const { installing, waiting } = registration
  if (installing)
    await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }))
  return (installing ?? waiting)?.state
}

interface Asked {
  readonly path: string
  readonly method?: string
}

async function ask({ path, method = 'GET' }: Asked): Promise<[number, string]> {
  const response = await fetch(path, { method })
  return [response.status, await response.text()]
}
