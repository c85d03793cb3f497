import { expect, it } from 'vitest'
import { added, cidAt } from './file-menu.ts'
import { holdCalls } from './hold-calls.ts'
import { testBrowser } from './open-page.ts'

const browser = testBrowser()

it('the page says that what was pinned by its CID is in the list, and keeps what was typed meanwhile', async () => {
  const { page } = await browser.openAgain()
  await page.locator('#files-empty').waitFor()
  await page.locator('#choose-files').setInputFiles({ name: 'a.txt', mimeType: '', buffer: Buffer.from('a') })
  await added(page, 'a.txt')
  const field = page.getByLabel('CID or path', { exact: true })
  const release = await holdCalls(page, 'pin/add')

  await field.fill(await cidAt(page, '/a.txt'))
  await page.getByLabel(/^Name/).fill('by its CID')
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await page.locator('#pin-note', { hasText: 'Pinning…' }).waitFor()
  await field.fill('the next CID')
  await release()

  await page.locator('#pin-note', { hasText: 'it is in the list' }).waitFor()
  await page.locator('.pin', { hasText: 'by its CID' }).waitFor()
  expect(await field.inputValue()).toBe('the next CID')
})
