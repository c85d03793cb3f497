import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { audit } from './audit.ts'
import { testBrowser } from './open-page.ts'

/** Pictures of each run, to look at; git ignores the folder. */
const PICTURES = join(import.meta.dirname, '../../test-results/page')

const ABSENT = 'QmXXNNbwe4zzpdMg62ZXvnX1oU7MwSrQ3vAEtuwFKCm1oD'

const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
}

const browser = testBrowser()

beforeAll(() => mkdir(PICTURES, { recursive: true }))

describe('the looks of the page', () => {
  it.each([
    ['phone', phone],
    ['desktop', desktop],
    ['dark', { ...desktop, colorScheme: 'dark' }],
  ] satisfies [string, BrowserContextOptions][])(
    'can be read, named and hit on a %s screen',
    async (name, profile) => {
      const { server, page } = await browser.open({ profile })
      const faults: Record<string, string[]> = {}
      const look = async (what: string) => {
        faults[what] = await page.evaluate(audit)
        await page.screenshot({ path: join(PICTURES, `${what}-${name}.png`) })
      }

      await page.locator('#storage-blocks', { hasText: 'block' }).waitFor()
      await look('empty')
      await fillContent(page)
      await look('content')
      await pinAbsent(page)
      await look('problem')
      await page.goto(`${server.url}#explorer`)
      await page.locator('#served-count').waitFor()
      await look('explorer')
      await page.goto(`${server.url}#explorer/block/put`)
      await look('form')
      await page.getByRole('button', { name: 'Fill in an example' }).click()
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await page.getByRole('link', { name: 'Save the answer' }).waitFor()
      await look('answer')

      expect(faults).toEqual(Object.fromEntries(Object.keys(faults).map((what) => [what, []])))
    },
  )
})

/** Some files, one of which has been unpinned just now. */
async function fillContent(page: Page): Promise<void> {
  const names = ['notes.txt', 'a rather long name of a photograph that was taken by the sea.jpeg', ...'abcd']
  const files = names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) }))
  await page.locator('#choose-files').setInputFiles(files)
  await page.locator('.item-name', { hasText: 'notes.txt' }).waitFor()
  const row = page.locator('.item', { hasText: 'rather long' })
  await row.locator('.item-more').click()
  await row.locator('.item-pin').click()
  await row.locator('.item-note', { hasText: 'Unpinned' }).waitFor()
  await row.scrollIntoViewIfNeeded()
}

async function pinAbsent(page: Page): Promise<void> {
  await page.getByLabel('CID or path').fill(ABSENT)
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await page.locator('#problem').waitFor()
}
