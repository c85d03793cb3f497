import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright'
import { afterAll, beforeAll, vi } from 'vitest'
import { browserArguments } from '../browser/browser-arguments.ts'
import { findChromium } from '../browser/find-chromium.ts'

/** How many times slower than this machine the scripts of pages run. */
const SLOWDOWN = Number(process.env['TIDEPOOL_SLOWDOWN'] ?? 1)

/** Playwright reads it when a service worker starts. To follow the 70 requests of an installation takes 0.2 s. */
const WITHOUT_WORKER_REQUESTS = 'PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK'
process.env[WITHOUT_WORKER_REQUESTS] = '1'

let running: Promise<Browser> | undefined

/** To be called at the top of a file, whose profiles then tell requests of their service workers too. */
export function followWorkerRequests(): void {
  beforeAll(() => void vi.stubEnv(WITHOUT_WORKER_REQUESTS, undefined))
  afterAll(() => void vi.unstubAllEnvs())
}

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
