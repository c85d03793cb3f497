import type { Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { audit } from './audit.ts'
import { holdCalls } from './hold-calls.ts'
import { testBrowser } from './open-page.ts'

const browser = testBrowser()

/** A text of each view. */
const GERMAN = {
  content: 'Ihr Browser ist ein Knoten',
  explorer: 'Wählen Sie einen Befehl',
  calendar: 'Neuer Termin',
  peers: 'Start-Peers',
  names: 'Wohin führt ein Name?',
  ledger: 'Wurde etwas geändert?',
  settings: 'Diese Seite',
}

describe('the page: settings', () => {
  let page: Page

  beforeEach(async () => {
    ;({ page } = await browser.openAgain({ at: '#settings' }))
    await page.locator('#node-settings[aria-busy="false"]').waitFor()
  })

  it('changes a setting of the node, says the reason for one that is refused, and has its default again', async () => {
    const { field, note, save } = await setting('Ledger.BatchCommits')
    expect(await field.inputValue()).toBe('')
    expect(await field.getAttribute('placeholder')).toBe('64')

    await field.fill('1001')
    await field.press('Enter')
    await note.filter({ hasText: 'not a number of commits from 1 to 1000' }).waitFor()
    await field.fill('8')
    await save.click()
    await note.filter({ hasText: 'takes effect when the node starts again' }).waitFor()

    await page.reload()
    const again = await setting('Ledger.BatchCommits')
    await expect.poll(() => again.field.inputValue()).toBe('8')
    await again.field.fill('')
    await again.save.click()
    await again.note.filter({ hasText: 'Saved' }).waitFor()
    expect(await page.evaluate(readSetting, 'Ledger.BatchCommits')).toBe(64)
  })

  it('shows, and does not offer to change, what only the environment sets', async () => {
    const { field, form } = await setting('Gateway.Domain')

    expect(await field.isEditable()).toBe(false)
    expect(await form.textContent()).toContain('set only by GATEWAY_DOMAIN of the environment')
    const secret = await setting('API.Authorizations')
    expect(await secret.field.count()).toBe(0)
  })

  it('shows the changes of a profile before it applies them', async () => {
    await page.getByLabel('Profile', { exact: true }).selectOption('unixfs-v1-2025')
    await page.getByRole('button', { name: 'Show the changes' }).click()

    await page.locator('.changes tr', { hasText: /Import\.CidVersion.*default.*1/ }).waitFor()
    expect(await page.evaluate(readSetting, 'Import.CidVersion')).toBe(null)
    await page.getByRole('button', { name: 'Apply these changes' }).click()
    await page.locator('#profile-note', { hasText: 'Applied' }).waitFor()
    expect(await page.evaluate(readSetting, 'Import.CidVersion')).toBe(1)
  })

  it('shows nothing of a profile that is not selected any more', async () => {
    const release = await holdCalls(page, 'profile/apply')
    await page.getByLabel('Profile', { exact: true }).selectOption('unixfs-v1-2025')
    await page.getByRole('button', { name: 'Show the changes' }).click()

    await page.getByLabel('Profile', { exact: true }).selectOption('lowpower')
    await release()

    expect(await page.locator('.changes').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Apply these changes' }).isVisible()).toBe(false)
  })

  it('keeps what is typed while a setting is saved', async () => {
    const { field, note, save } = await setting('Ledger.BatchCommits')
    const release = await holdCalls(page, 'api/v0/config')
    await field.fill('100')
    await field.press('Enter')

    await field.fill('200')
    await release()

    await note.filter({ hasText: 'Saved' }).waitFor()
    expect(await field.inputValue()).toBe('200')
    await save.click()
    await save.waitFor({ state: 'hidden' })
    expect(await page.evaluate(readSetting, 'Ledger.BatchCommits')).toBe(200)
  })

  it('shows the chosen language, which other tabs adopt, in every view and on a phone', async () => {
    const other = await page.context().newPage()
    await other.goto(page.url().replace('#settings', '#names'))
    await other.getByRole('heading', { name: 'Names of this node' }).waitFor()

    // A search that was begun is no work for which the page would wait.
    await page.getByRole('searchbox', { name: 'Find a setting' }).fill('chunker')
    await page.getByLabel('Language').selectOption({ label: 'Deutsch' })

    await page.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await other.getByRole('heading', { name: 'Namen dieses Knotens' }).waitFor()
    await other.close()
    await page.setViewportSize({ width: 390, height: 844 })
    for (const [view, text] of Object.entries(GERMAN)) {
      await page.goto(page.url().replace(/#.*/, `#${view}`))
      await page.locator(`#view-${view}:not([hidden])`, { hasText: text }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), view).toBeLessThanOrEqual(390)
      expect(await page.evaluate(audit), view).toEqual([])
    }
    await page.goto(page.url().replace(/#.*/, '#explorer/pin/ls'))
    const hint = page.locator('.hint', { hasText: 'Ein Wert pro Zeile.' }).first()
    expect(await hint.locator('[lang="en"]').textContent()).toBe('Paths to look for.')
  })

  it('keeps the colours, which other tabs take over, and adds content as chosen', async () => {
    const other = await page.context().newPage()
    await other.goto(page.url().replace('#settings', '#content'))
    await other.locator('#storage-blocks', { hasText: 'block' }).waitFor()

    await page.getByLabel('Colours').selectOption('dark')
    await page.getByLabel('CID version').selectOption('Version 0')
    await page.getByLabel('Raw leaves').selectOption('No')

    await other.locator('html[data-theme="dark"]').waitFor({ state: 'attached' })
    await page.reload()
    await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' })
    const asked = other.waitForRequest(/\/add\?/)
    const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }
    await other.locator('#choose-files').setInputFiles(file)
    const { searchParams } = new URL((await asked).url())
    expect([searchParams.get('cid-version'), searchParams.get('raw-leaves')]).toEqual(['0', 'false'])
  })

  /** Finds the form of a setting by its name, as a visitor does. */
  async function setting(name: string) {
    await page.getByRole('searchbox', { name: 'Find a setting' }).fill(name)
    const form = page.locator('.setting', { has: page.locator('label code', { hasText: name }) })
    await form.waitFor()
    return {
      form,
      field: form.locator('input, select, textarea'),
      note: form.locator('.setting-note'),
      save: form.getByRole('button', { name: 'Save' }),
    }
  }
})

async function readSetting(key: string): Promise<unknown> {
  const response = await fetch(`/api/v0/config?arg=${key}`, { method: 'POST' })
  return (await response.json()).Value
}
