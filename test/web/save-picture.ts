import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'

/** Git ignores the folder. */
const PICTURES = join(import.meta.dirname, '../../test-results/page')

/**
 * Saves a picture of the page as its screen is now, to look at, when `TIDEPOOL_PICTURES` is set. No test compares
 * pictures, and to make one takes longer than what a test does with the page.
 */
export async function savePicture(page: Page, name: string): Promise<void> {
  if (process.env['TIDEPOOL_PICTURES'] === undefined) return
  // The screenshots of Playwright give the page back the screen of its profile.
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot')
  await session.detach()
  await mkdir(PICTURES, { recursive: true })
  await writeFile(join(PICTURES, `${name}.png`), data, 'base64')
}
