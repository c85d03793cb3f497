import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'

/** Git ignores the folder. */
const PICTURES = join(import.meta.dirname, '../../test-results/page')

/** The pictures of the guides, by what they show. */
const GUIDE_PICTURES = join(import.meta.dirname, '../../web/app/help/pictures')
const IN_GUIDES: Readonly<Record<string, string>> = Object.fromEntries(
  ['content', 'answer', 'month', 'settings'].flatMap((what) => [
    [`${what}-desktop`, `${what}.webp`],
    [`${what}-dark`, `${what}-dark.webp`],
  ]),
)

/**
 * Saves a picture of the page as its screen is now, to look at, when `TIDEPOOL_PICTURES` is set; with the value
 * `guides`, the pictures of the guides. No test compares pictures, and to make one takes longer than what a test does
 * with the page.
 */
export async function savePicture(page: Page, name: string): Promise<void> {
  const wanted = process.env['TIDEPOOL_PICTURES']
  if (wanted === undefined) return
  const inGuide = IN_GUIDES[name]
  if (wanted !== 'guides') await capture(page, join(PICTURES, `${name}.png`), { format: 'png' })
  else if (inGuide) {
    await page.evaluate(() => scrollTo(0, 0))
    await capture(page, join(GUIDE_PICTURES, inGuide), { format: 'webp', quality: 60 })
  }
}

interface Format {
  readonly format: 'png' | 'webp'
  readonly quality?: number
}

/** The screenshots of Playwright give the page back the screen of its profile. */
async function capture(page: Page, path: string, format: Format): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', format)
  await session.detach()
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, data, 'base64')
}
