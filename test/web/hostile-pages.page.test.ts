import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PageServer, startPageServer } from './page-server.ts'
import { runningBrowser } from './running-browser.ts'
import { stateOf, VICTIMS, type Victim, watchAttacks } from './victims.ts'

let browser: Browser
let attacker: PageServer

beforeAll(async () => {
  browser = await runningBrowser()
  attacker = await startPageServer({
    '/attack': { headers: { 'Content-Type': 'text/html' }, body: '<!doctype html><title>evil</title>' },
  })
})

afterAll(() => attacker?.stop())

/** Another site, and another program's page on the same address: browsers call the latter the same site. */
const ORIGINS = ['localhost', '127.0.0.1']

describe.each(Object.keys(VICTIMS))('a page of another origin, against %s', (kind) => {
  let victim: Victim
  let kept: string
  let before: readonly string[]

  beforeAll(async () => {
    victim = await (VICTIMS[kind] ?? fail)(browser)
    kept = await victim.add({ 'kept.txt': 'the owner keeps this' })
    before = await stateOf(victim)
  })

  afterAll(() => victim?.stop())

  describe.each(ORIGINS)('from %s', (name) => {
    it('reads and changes nothing by requests of its scripts, forms and elements', async () => {
      const page = await attackPage(name)
      const outcomes = watchAttacks(victim)

      const { marks, leaks } = await page.evaluate(attackFromPage, { api: `${victim.url}api/v0/`, kept })
      await expect.poll(() => marks.filter((mark) => !outcomes.has(mark))).toEqual([])

      expect(leaks).toEqual([])
      expect([...outcomes].filter(([, status]) => status !== 0 && status < 400)).toEqual([])
      expect(await stateOf(victim)).toEqual(before)
    })

    for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
      it(`reads and changes nothing for a form of ${enctype} that navigates the whole window`, async () => {
        const page = await victim.context.newPage()
        for (const path of [`api/v0/pin/rm?arg=${kept}`, 'cal/events/v1/venues?venue=evil']) {
          for (const policy of ['unsafe-url', 'no-referrer']) {
            await attackFrom(name, page)
            const answered = page.waitForResponse((response) => response.request().method() === 'POST')

            await page.evaluate(postForm, { action: victim.url + path, enctype, policy })

            expect([401, 403]).toContain((await answered).status())
            await page.waitForURL(victim.url + path)
          }
        }
        expect(await stateOf(victim)).toEqual(before)
      })
    }

    it('reads and changes nothing by a navigation, or in a window of its own', async () => {
      const page = await attackPage(name)
      const answered = page.waitForResponse(/pin\/rm/)
      await page.evaluate(leaveFor, `${victim.url}api/v0/pin/rm?arg=${kept}`)
      expect((await answered).status()).toBeGreaterThanOrEqual(404)
      await page.waitForURL(/pin\/rm/)

      await attackFrom(name, page)
      const popup = page.waitForEvent('popup')
      await page.evaluate((to) => void window.open(to), `${victim.url}api/v0/pin/ls`)
      await (await popup).waitForLoadState()

      expect(await stateOf(victim)).toEqual(before)
    })
  })

  it('is an attack on what the owner can do', async () => {
    expect(await victim.call(`pin/rm?arg=${kept}`)).toContain(kept)
    expect(await stateOf(victim)).not.toEqual(before)
    const unpinned = await stateOf(victim)
    expect(await victim.calendar('venues?venue=mine', 'POST')).toContain('"venue":"mine"')
    expect(await stateOf(victim)).not.toEqual(unpinned)
  })

  async function attackPage(name: string): Promise<Page> {
    const page = await victim.context.newPage()
    await attackFrom(name, page)
    return page
  }

  /** Opens the attacker's page anew, whatever the window shows. */
  async function attackFrom(name: string, page: Page): Promise<void> {
    const address = new URL('/attack', attacker.url)
    address.hostname = name
    await page.goto(address.href)
  }
})

/** In the page: every way of a page to send a request, each with its own mark, and what could be read. */
async function attackFromPage({ api, kept }: { api: string; kept: string }) {
  const marks: string[] = []
  const leaks: string[] = []
  const to = (command: string, mark: string) => {
    marks.push(mark)
    return `${api}${command}${command.includes('?') ? '&' : '?'}attack=${mark}`
  }
  const upload = () => {
    const body = new FormData()
    body.append('file', new Blob([`evil ${marks.length}`]), 'evil.txt')
    return body
  }
  const read = async (mark: string, task: () => Promise<string>) => {
    const text = await task().catch(() => '')
    if (text !== '') leaks.push(`${mark}: ${text}`)
  }

  const writes: readonly (readonly [string, () => BodyInit | null])[] = [
    [`pin/rm?arg=${kept}`, () => null],
    ['repo/gc', () => null],
    ['add?pin=true', upload],
    ['block/put', upload],
    ['add', () => new URLSearchParams({ file: 'evil' })],
  ]
  for (const [command, body] of writes) {
    for (const mode of ['cors', 'no-cors'] as const) {
      for (const referrerPolicy of ['unsafe-url', 'no-referrer'] as const) {
        for (const credentials of ['include', 'omit'] as const) {
          const mark = `fetch-${mode}-${referrerPolicy}-${credentials}-${command.split('?')[0]}-${marks.length}`
          const init = { method: 'POST', mode, referrerPolicy, credentials, body: body() }
          await read(mark, async () => (await fetch(to(command, mark), init)).text())
        }
      }
    }
  }
  const json = { 'Content-Type': 'application/json' }
  const asked = { method: 'POST', headers: { Authorization: 'Bearer x', ...json } }
  await read('preflight', async () => (await fetch(to('pin/ls', 'preflight'), asked)).text())
  await read('get', async () => (await fetch(to('pin/ls', 'get'))).text())
  await read('keepalive', async () =>
    (await fetch(to('repo/gc', 'keepalive'), { method: 'POST', keepalive: true })).text(),
  )
  await read('xhr', () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const request = new XMLHttpRequest()
    request.open('POST', to('pin/ls', 'xhr'))
    request.onloadend = () => resolve(request.responseText)
    request.send()
    return promise
  })

  navigator.sendBeacon(to(`pin/rm?arg=${kept}`, 'beacon'))
  navigator.sendBeacon(to('add', 'beacon-form'), upload())
  navigator.sendBeacon(to('add', 'beacon-text'), 'evil')

  const settled = (element: HTMLElement) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    element.onload = () => resolve()
    element.onerror = () => resolve()
    document.body.append(element)
    return promise
  }
  const element = <E extends HTMLElement>(made: E, options: Readonly<Record<string, string>>): E => {
    for (const [name, value] of Object.entries(options)) made.setAttribute(name, value)
    return made
  }
  const make = (name: 'img' | 'script' | 'link' | 'input', options: Readonly<Record<string, string>>) =>
    element<HTMLElement>(document.createElement(name), options)
  await settled(make('img', { src: to(`pin/rm?arg=${kept}`, 'image') }))
  await settled(make('script', { src: to('repo/gc', 'script') }))
  await settled(make('script', { src: to('pin/ls', 'module'), type: 'module' }))
  await settled(make('link', { href: to('repo/gc', 'style'), rel: 'stylesheet' }))
  await settled(make('link', { href: to('repo/gc', 'preload'), rel: 'modulepreload' }))
  const frame = element(document.createElement('iframe'), { src: to('pin/ls', 'frame') })
  await settled(frame)
  leaks.push(...textIn(frame, 'frame'))

  for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
    for (const referrerPolicy of ['unsafe-url', 'no-referrer']) {
      const mark = `form-${enctype}-${referrerPolicy}`
      const target = element(document.createElement('iframe'), { name: mark })
      document.body.append(target)
      const sent = new Promise((resolve) => {
        target.onload = resolve
      })
      const hostile = element(document.createElement('form'), {
        method: 'post',
        enctype,
        target: mark,
        action: to('add', mark),
      })
      hostile.setAttribute('referrerpolicy', referrerPolicy)
      hostile.append(make('input', { name: 'file"; filename="evil.txt', value: 'evil' }))
      document.body.append(hostile)
      hostile.submit()
      await sent
      leaks.push(...textIn(target, mark))
    }
  }
  return { marks, leaks }

  function textIn({ contentDocument }: HTMLIFrameElement, mark: string): string[] {
    const text = contentDocument?.body?.innerText ?? ''
    return text === '' ? [] : [`${mark}: ${text}`]
  }
}

interface FormAttack {
  readonly action: string
  readonly enctype: string
  readonly policy: string
}

function postForm({ action, enctype, policy }: FormAttack): void {
  const meta = document.createElement('meta')
  Object.assign(meta, { name: 'referrer', content: policy })
  document.head.append(meta)
  const hostile = Object.assign(document.createElement('form'), { method: 'post', action, enctype })
  hostile.target = '_top'
  document.body.append(hostile)
  // Afterwards: a window that leaves would take the answer of this very call with it.
  setTimeout(() => hostile.submit(), 0)
}

function leaveFor(address: string): void {
  setTimeout(() => location.assign(address), 0)
}

function fail(): never {
  throw new Error('no such victim')
}
