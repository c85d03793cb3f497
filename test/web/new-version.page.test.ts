import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { testBrowser } from './open-page.ts'

const BUILT = join(import.meta.dirname, '../../dist/web')
const NEWER_VERSION = 'b'.repeat(16)

const browser = testBrowser()

let isReplaced = false

beforeEach(() => {
  isReplaced = false
})

describe('a newer build of the page', () => {
  /** The page, and once `isReplaced` a build whose files all have other names, without those of the first. */
  async function open() {
    const opened = await browser.open({ at: '#explorer/cat', behind: newerBuild })
    await controlled(opened.page)
    const tab = async (at: string) => {
      const page = await opened.context.newPage()
      await page.goto(opened.server.url + at)
      await controlled(page)
      return page
    }
    return { ...opened, tab }
  }

  it('waits until a visitor agrees, and leaves a tab with unsaved input its files', async () => {
    const { page: typing, tab } = await open()
    await typing.getByLabel('ipfs-path required').fill('half of a path')
    const resting = await tab('#settings')

    isReplaced = true
    await resting.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await Promise.all([news(typing).waitFor(), news(resting).waitFor()])
    const later = await tab('#names')
    await news(later).waitFor()
    await later.locator('#view-names h1').waitFor()
    expect(await Promise.all([typing, resting, later].map(build))).toEqual(['first', 'first', 'first'])

    await resting.getByRole('button', { name: 'Reload' }).click()
    await Promise.all([resting, later].map((page) => page.waitForFunction(isNewer)))
    await resting.locator('#view-settings h1').waitFor()

    expect(await build(typing)).toBe('first')
    expect(await typing.getByLabel('ipfs-path required').inputValue()).toBe('half of a path')
    await typing.getByRole('link', { name: 'Ledger', exact: true }).click()
    await typing.locator('#view-ledger h1').waitFor()

    await typing.getByRole('button', { name: 'Reload' }).click()
    await typing.waitForFunction(isNewer)
    await typing.locator('#view-ledger h1').waitFor()
    await expect.poll(() => typing.evaluate(() => caches.keys())).toEqual([expect.stringContaining('bbbb')])
    expect(await news(typing).isVisible()).toBe(false)
  })

  it('becomes active when all tabs have been closed', async () => {
    const { page, tab } = await open()
    isReplaced = true
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await news(page).waitFor()

    await page.goto('about:blank')
    const later = await tab('#names')

    await later.waitForFunction(isNewer)
  })

  it('is not taken before all of its files are there', async () => {
    const { page, tab } = await open()
    isReplaced = true
    isFileMissing = true

    const update = page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update()
      const { installing } = registration
      if (!installing) return 'none'
      await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }))
      return installing.state
    })

    expect(await update).toBe('redundant')
    expect(await build(await tab('#names'))).toBe('first')
    isFileMissing = false
  })
})

describe('a first visit whose service worker cannot be installed', () => {
  it('names the file that is missing, and starts when it is reloaded and the file is there', async () => {
    const part = /\bsw-[\w.-]+?\.js\b/.exec(readFileSync(join(BUILT, 'sw.js'), 'utf8'))?.[0]
    if (!part) throw new Error('The worker has no parts')
    for (const missing of ['/sw.js', `/${part}`]) {
      let isMissing = true
      const { page } = await browser.open({
        behind: ({ url }) =>
          isMissing && new URL(url).pathname === missing
            ? Promise.resolve(new Response('gone', { status: 404 }))
            : undefined,
      })

      await page
        .getByRole('status')
        .filter({ hasText: `the server has no ${missing}` })
        .waitFor()
      await page.locator('#badge', { hasText: 'Not started' }).waitFor()
      expect(await page.locator('#problem').isVisible()).toBe(false)

      isMissing = false
      await page.getByRole('button', { name: 'Reload' }).click()
      await page.locator('#badge[data-state="online"]').waitFor()
      expect(await page.locator('#notice').isVisible()).toBe(false)
    }
  })
})

describe('a tab without a service worker, of a build that its server no longer has', () => {
  /** Once `isReplaced`, the server has none of the page's scripts any more. */
  async function open() {
    const behind = ({ url }: Request) =>
      isReplaced && new URL(url).pathname.startsWith('/assets/')
        ? Promise.resolve(new Response('gone', { status: 404 }))
        : undefined
    const { context, page } = await browser.open({
      at: '#settings',
      behind,
      profile: { serviceWorkers: 'block' },
    })
    // As where the browser offers none: over HTTP from another machine.
    await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
    await page.reload()
    await page.locator('#view-settings h1').waitFor()
    return page
  }

  it('says so before it loads another part, and opens that part when it is reloaded', async () => {
    const page = await open()
    const failed = failedParts(page)
    expect(await news(page).isVisible()).toBe(false)

    isReplaced = true
    await page.getByRole('link', { name: 'Ledger', exact: true }).click()
    await news(page).waitFor()
    await page.getByText('Reload it to open "Ledger"').waitFor()
    expect(failed).toEqual([])
    expect(await page.locator('#problem').isVisible()).toBe(false)

    isReplaced = false
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.locator('#view-ledger h1').waitFor()
    expect(await news(page).isVisible()).toBe(false)
  })

  it('says so before it loads a part of a view', async () => {
    const page = await open()
    const failed = failedParts(page)

    isReplaced = true
    await page.locator('#node').selectOption('another')
    await news(page).waitFor()

    await page.locator('#problem').getByText('Reload it, then try again.').waitFor()
    expect(failed).toEqual([])
  })

  it('says so when it is looked at again', async () => {
    const page = await open()
    isReplaced = true

    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

    await news(page).waitFor()
  })
})

/** Scripts and styles that the page asks for in vain. */
function failedParts(page: Page): readonly string[] {
  const failed: string[] = []
  page.on('response', (response) => {
    // The browser fetches the icon of the tab by itself.
    const isPart = /\.(js|css)$/.test(response.url())
    if (isPart && response.status() === 404 && response.request().method() === 'GET')
      failed.push(response.url())
  })
  return failed
}

let isFileMissing = false

/** Answers with the built page under other names, once `isReplaced`. */
function newerBuild({ url }: Request): Promise<Response> | undefined {
  const { pathname } = new URL(url)
  if (!isReplaced) return undefined
  if (pathname.startsWith('/assets/')) return Promise.resolve(new Response('gone', { status: 404 }))
  const type = TYPES[pathname === '/' ? '.html' : extname(pathname)]
  if (type === undefined || !(pathname === '/' || pathname === '/sw.js' || pathname.startsWith('/newer/')))
    return undefined
  if (isFileMissing && pathname.endsWith('.css')) return Promise.resolve(new Response('', { status: 404 }))
  const file = pathname === '/' ? 'index.html' : pathname.replace('/newer/', '/assets/')
  const text = readFileSync(join(BUILT, file), 'utf8')
  const worker = readFileSync(join(BUILT, 'sw.js'), 'utf8')
  const version = /`([0-9a-f]{16})`,\w+=`tidepool-page-`/.exec(worker)?.[1]
  if (version === undefined) throw new Error('The worker names no version of the page')
  const body = text.replaceAll('assets/', 'newer/').replaceAll(version, NEWER_VERSION)
  return Promise.resolve(new Response(body, { headers: { 'Content-Type': type } }))
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

function news(page: Page) {
  return page.getByRole('status').filter({ hasText: 'There is a new version of this page' })
}

async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller)
}

function isNewer(): boolean {
  return document.querySelector('script[src*="newer/"]') !== null
}

async function build(page: Page): Promise<'first' | 'newer'> {
  return (await page.evaluate(isNewer)) ? 'newer' : 'first'
}
