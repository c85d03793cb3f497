import { beforeEach, describe, expect, it } from 'vitest'
import { testBrowser } from './open-page.ts'

const browser = testBrowser()

describe('a tab that was opened before the page changed', () => {
  let isReplaced = false

  beforeEach(() => {
    isReplaced = false
  })

  /** The page, from a server that has none of its scripts any more once `isReplaced`. */
  async function open() {
    const behind = ({ url }: Request) =>
      isReplaced && new URL(url).pathname.startsWith('/assets/')
        ? Promise.resolve(new Response('gone', { status: 404 }))
        : undefined
    const { page } = await browser.open({ at: '#explorer', behind })
    await page.getByRole('heading', { level: 1, name: 'Explorer' }).waitFor()
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    return page
  }

  it('says so before it loads another part, and opens that part when it is reloaded', async () => {
    const page = await open()
    const failed: string[] = []
    page.on('response', (response) => {
      // The browser fetches the icon of the tab by itself.
      const isPart = /\.(js|css)$/.test(response.url())
      if (isPart && response.status() === 404 && response.request().method() === 'GET')
        failed.push(response.url())
    })
    const news = page.getByRole('status').filter({ hasText: 'There is a new version of this page' })
    expect(await news.isVisible()).toBe(false)

    isReplaced = true
    await page.getByRole('link', { name: 'Ledger', exact: true }).click()
    await news.waitFor()
    await page.getByText('Reload it to open "Ledger"').waitFor()
    expect(failed).toEqual([])
    expect(await page.locator('#problem').isVisible()).toBe(false)

    isReplaced = false
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.locator('#view-ledger form, #view-ledger button').first().waitFor()
    expect(await news.isVisible()).toBe(false)
  })

  it('says so when it is looked at again, and shows a part that it has already', async () => {
    const page = await open()
    isReplaced = true

    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.getByText('There is a new version of this page').waitFor()

    await page.locator('.command, #view-explorer form').first().waitFor()
  })
})
