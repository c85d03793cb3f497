import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright'
import { afterAll, onTestFinished } from 'vitest'
import { browserArguments } from '../browser/browser-arguments.ts'
import { findChromium } from '../browser/find-chromium.ts'
import { type Behind, type Extra, type PageServer, startPageServer } from './page-server.ts'

/** How many times slower than this machine the scripts of pages run. */
const SLOWDOWN = Number(process.env['TIDEPOOL_SLOWDOWN'] ?? 1)

export interface OpenOptions {
  /** What follows the root of the server: `#explorer`. */
  readonly at?: string
  /** Of the browser profile. */
  readonly profile?: BrowserContextOptions
  /** What the server answers besides the page, by path. */
  readonly extras?: Readonly<Record<string, Extra>>
  /** A node on the server itself; none when absent. */
  readonly behind?: Behind
}

/** What one test has for itself: it shares no origin, no storage and no service worker with another. */
export interface Opened {
  readonly server: PageServer
  readonly context: BrowserContext
  readonly page: Page
}

/** What tests open in Chromium. */
export interface TestBrowser {
  /** A browser profile with nothing in it, until the test is over. */
  profile(options?: BrowserContextOptions): Promise<BrowserContext>
  /** The built page, from a server of its own and in a profile of its own, until the test is over. */
  open(options?: OpenOptions): Promise<Opened>
  /**
   * The built page in the one profile of a file of tests, whose service worker runs already: a third of the time of
   * {@link open}. For tests that mind nothing of what the others have stored.
   */
  openAgain(at: string): Promise<Opened>
}

/** To be called once, at the top of a file of tests. */
export function testBrowser(): TestBrowser {
  let shared: Promise<Omit<Opened, 'page'>> | undefined
  afterAll(async () => {
    const { server, context } = (await shared) ?? {}
    await context?.close()
    await server?.stop()
  })
  const profile = async (options?: BrowserContextOptions) => {
    const context = await newProfile(await runningBrowser(), options)
    onTestFinished(() => context.close())
    return context
  }
  return {
    profile,
    async open({ at = '', profile: options, extras, behind } = {}) {
      const server = await startPageServer(extras, behind)
      onTestFinished(() => server.stop())
      const context = await profile(options)
      const page = await context.newPage()
      await page.goto(server.url + at)
      return { server, context, page }
    },
    async openAgain(at) {
      shared ??= openShared()
      const { server, context } = await shared
      const page = await context.newPage()
      onTestFinished(() => page.close())
      await page.goto(server.url + at)
      return { server, context, page }
    },
  }
}

async function openShared(): Promise<Omit<Opened, 'page'>> {
  const [server, browser] = await Promise.all([startPageServer(), runningBrowser()])
  return { server, context: await newProfile(browser) }
}

let running: Promise<Browser> | undefined

/** The Chromium of this process, which ends with it: test files that share a process share it. */
export function runningBrowser(): Promise<Browser> {
  running ??= launch()
  return running
}

/** With a locale of its own: without one it cannot open files whose names are not ASCII. */
async function launch(): Promise<Browser> {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  const browser = await chromium.launch({ executablePath: findChromium(), args: browserArguments, env })
  browser.once('disconnected', () => {
    running = undefined
  })
  return browser
}

/** A browser profile with nothing in it, whose pages are as slow as this run wants them. */
export async function newProfile(browser: Browser, options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  if (SLOWDOWN > 1) context.on('page', (page) => void slowDown(page))
  return context
}

async function slowDown(page: Page): Promise<void> {
  try {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  } catch {
    // A window that closes at once has nothing to slow down.
  }
}
