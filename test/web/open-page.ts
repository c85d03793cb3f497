import type { BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { onTestFinished } from 'vitest'
import { type Behind, type Extra, type PageServer, startPageServer } from './page-server.ts'
import { newProfile, runningBrowser } from './running-browser.ts'
import { openAgain } from './visited-profile.ts'

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
  /** The built page at its first visit: from a server of its own and in a profile of its own, until the test is over. */
  open(options?: OpenOptions): Promise<Opened>
  /**
   * The built page in a profile that has visited it before, and whose storage is empty: the service worker is
   * installed and runs. Takes less than half of the time of {@link open}, since profile and server serve all tests of
   * a process, and the window the next test, unless it was resized. The test may stop the server; what it sets for its
   * profile, but for permissions, it must undo. It closes the window if it listens to it, or sets something else for it.
   */
  openAgain(options?: OpenOptions): Promise<Opened>
}

/** To be called once, at the top of a file of tests. */
export function testBrowser(): TestBrowser {
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
    openAgain,
  }
}
