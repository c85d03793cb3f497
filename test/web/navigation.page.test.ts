import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { browserArguments } from '../browser/browser-arguments.ts'
import { findChromium } from '../browser/find-chromium.ts'
import { type PageServer, startPageServer } from './page-server.ts'
import { sparseFile } from './sparse-file.ts'

let browser: Browser
let server: PageServer

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium(), args: browserArguments })
  server = await startPageServer()
})

afterAll(async () => {
  await browser.close()
  await server.stop()
})

describe('the parts of the page', () => {
  let page: Page

  beforeEach(async () => {
    const context = await browser.newContext()
    page = await context.newPage()
    return () => context.close()
  })

  it('have addresses, which the history keeps', async () => {
    await page.goto(server.url)
    await heading('Your browser is a node')
    expect(await page.title()).toBe('Content · Tidepool')

    await page.goto(`${server.url}#explorer`)
    await heading('Explorer')
    expect(await page.title()).toBe('Explorer · Tidepool')
    expect(await page.locator('#menu [aria-current="page"]').allTextContents()).toEqual(['Explorer'])

    await page.goto(`${server.url}#no-such-part`)
    await heading('Explorer')
    await page.goBack()
    await page.goBack()
    await heading('Your browser is a node')
  })

  it('are loaded when they are first shown', async () => {
    const loaded: string[] = []
    page.on('request', (request) => {
      const part = /draw-(\w+)-.*\.js$/.exec(request.url())?.[1]
      if (part && request.frame() === page.mainFrame()) loaded.push(part)
    })
    await page.goto(`${server.url}#explorer`)
    await heading('Explorer')
    expect(loaded).toEqual(['explorer'])

    await page.getByRole('link', { name: 'Content' }).click()
    await heading('Your browser is a node')

    expect(loaded).toEqual(['explorer', 'content'])
  })

  it('go on with what they do while another is shown', async () => {
    await page.goto(server.url)
    await page.locator('#choose-files').setInputFiles(await sparseFile(60_000_000))
    await page.locator('#progress-text', { hasText: ' of 60 MB' }).waitFor()

    await page.getByRole('link', { name: 'Explorer' }).click()
    await heading('Explorer')
    await page.locator('.item-name', { hasText: 'zeros.bin' }).waitFor({ state: 'attached' })

    await page.getByRole('link', { name: 'Content' }).click()
    await page.locator('.item', { hasText: 'zeros.bin' }).waitFor()
  })

  async function heading(text: string): Promise<void> {
    await page.getByRole('heading', { name: text, level: 1 }).waitFor()
  }
})
