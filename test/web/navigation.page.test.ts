import type { Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { added, fromMenu } from './file-menu.ts'
import { holdFiles } from './hold-files.ts'
import { testBrowser } from './open-page.ts'
import { sparseFile } from './sparse-file.ts'

const browser = testBrowser()

describe('the parts of the page', () => {
  let url: string
  let page: Page

  beforeEach(async () => {
    const opened = await browser.openAgain({ at: '#explorer' })
    url = opened.server.url
    page = opened.page
    await heading('Explorer')
  })

  it('have addresses, which the history keeps', async () => {
    await page.goto(`${url}#content`)
    await heading('Your browser is a node')
    expect(await page.title()).toBe('Content · Tidepool')

    await page.goto(`${url}#explorer`)
    await heading('Explorer')
    expect(await page.title()).toBe('Explorer · Tidepool')
    expect(await page.locator('#menu [aria-current="page"]').allTextContents()).toEqual(['Explorer'])
    expect(await page.locator('#menu').getByRole('link', { name: 'Help' }).getAttribute('href')).toBe(
      '/help/',
    )

    await page.goto(`${url}#no-such-part`)
    await heading('Explorer')
    await page.goBack()
    await page.goBack()
    await heading('Your browser is a node')
  })

  it('open from an address that was typed by hand, with a slash before the name', async () => {
    await page.goto(`${url}#/ledger`)

    await heading('Ledger')
    expect(await page.title()).toBe('Ledger · Tidepool')
  })

  it('open from an address that was typed by hand, with a lone percent sign', async () => {
    await page.goto(`${url}#content`)
    const buffer = Buffer.from('all of it')
    await page.locator('#choose-files').setInputFiles({ name: '100%.txt', mimeType: 'text/plain', buffer })
    await added(page, '100%.txt')

    await page.goto(`${url}#content/100%.txt`)
    await page.reload()

    await page.getByRole('dialog').getByText('all of it').waitFor()
  })

  it('say that no file or folder has an address, and lead to all files', async () => {
    await page.goto(`${url}#content/album/2026`)
    await page.getByRole('heading', { name: 'No file or folder has this path' }).waitFor()
    expect(await page.getByText('This folder is empty.').filter({ visible: true }).count()).toBe(0)
    expect(await page.locator('#problem').isVisible()).toBe(false)

    await page.getByRole('link', { name: 'Show all files' }).click()

    await page.locator('#files-empty').waitFor()
    expect(await page.locator('#files-missing').isVisible()).toBe(false)
  })

  it('close the menu of another part', async () => {
    await page.getByRole('link', { name: 'Content' }).click()
    await page
      .locator('#choose-files')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
    await added(page, 'a.txt')
    await page.getByRole('button', { name: 'Actions for a.txt', exact: true }).first().click()
    await page.getByRole('menu').waitFor()

    await page.goBack()

    await heading('Explorer')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  })

  it('close the preview and the dialogs of another part', async () => {
    await page.goto(`${url}#content`)
    await page
      .locator('#choose-files')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
    await added(page, 'a.txt')
    const dialog = page.getByRole('dialog')
    for (const show of [() => page.goto(`${url}#content/a.txt`), () => fromMenu(page, 'a.txt', 'Share')]) {
      await show()
      await dialog.waitFor()

      await page.goto(`${url}#explorer`)

      await dialog.waitFor({ state: 'detached' })
      await heading('Explorer')
      expect(page.url()).toBe(`${url}#explorer`)
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Explorer')
      await page.goto(`${url}#content`)
    }
  })

  it('are loaded when they are first shown', async () => {
    // At its first visit: of scripts that are in memory, the browser does not note each load.
    page = (await browser.open({ at: '#explorer' })).page
    const parts = () => page.evaluate(loadedParts)
    await expect.poll(parts).toEqual(['explorer'])

    await page.getByRole('link', { name: 'Content' }).click()
    await heading('Your browser is a node')

    await expect.poll(parts).toEqual(['explorer', 'content'])
  })

  it('go on with what they do while another is shown', async () => {
    await page.getByRole('link', { name: 'Content' }).click()
    const release = await holdFiles(page)
    await page.locator('#choose-files').setInputFiles(await sparseFile(60_000_000))
    await page.locator('.progress-text', { hasText: ' of 60 MB, 0 of 1 file' }).waitFor()

    await page.getByRole('link', { name: 'Explorer' }).click()
    await heading('Explorer')
    await release()
    await page.locator('.file-name', { hasText: 'zeros.bin' }).waitFor({ state: 'attached' })

    await page.getByRole('link', { name: 'Content' }).click()
    await page.locator('.file', { hasText: 'zeros.bin' }).waitFor()
  })

  async function heading(text: string): Promise<void> {
    await page.getByRole('heading', { name: text, level: 1 }).waitFor()
  }
})

/** The parts whose script this document has loaded, in their order. */
function loadedParts(): string[] {
  const loaded = performance
    .getEntriesByType('resource')
    .flatMap(({ name }) => /draw-(\w+)-.*\.js$/.exec(name)?.[1] ?? [])
  return [...new Set(loaded)]
}
