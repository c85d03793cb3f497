import type { Page } from 'playwright'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { audit as faultsOf } from './audit.ts'
import { IN_BERLIN } from './calendar-page.ts'
import { makeEvents } from './make-events.ts'
import { type Opened, type OpenOptions, testBrowser } from './open-page.ts'
import type { PageServer } from './page-server.ts'

const browser = testBrowser()

describe('the page: ledger', () => {
  let server: PageServer
  let page: Page

  beforeEach(async () => {
    ;({ server, page } = await openLedger())
  })

  async function openLedger(options?: Pick<OpenOptions, 'profile'>): Promise<Opened> {
    const opened = await browser.openAgain({ at: '#ledger', ...options })
    await opened.page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor()
    await opened.page.locator('#records[aria-busy="false"]').waitFor()
    return opened
  }

  /** Makes events in the calendar, each of which is a commit, and submits them as one record. */
  async function record(where: Page, titles: readonly string[]): Promise<void> {
    await where.evaluate(makeEvents, titles)
    await where.reload()
    await where.getByText(`${titles.length} commits waiting`).waitFor()
    await where.getByRole('button', { name: 'Submit pending commits' }).click()
    await where.getByText('Nothing is waiting', { exact: true }).waitFor()
  }

  it('submits commits, and shows records, queue, rollapp and one record with its blocks', async () => {
    await page.getByText('Nothing is recorded yet.').waitFor()
    await page.getByText('No records yet').waitFor()
    await record(page, ['one', 'two'])
    await record(page, ['three', 'four', 'five'])

    await page.getByText('Not checked in this browser yet.').waitFor()
    await page.getByText('Numbers, root and queue').click()
    expect(await page.locator('.record p:first-of-type').allTextContents()).toEqual([
      'Blocks 3 to 5',
      'Blocks 1 to 2',
    ])
    expect(await page.locator('.queue strong').allTextContents()).toEqual(['Height 4', 'Height 5'])
    expect(await page.locator('.rollapps p').allTextContents()).toEqual([
      expect.stringMatching(/^calendar_\d+-1this browser$/),
      'Latest: record 2, up to block 5',
      'Latest final: none yet',
    ])
    expect(await faultsIn(page)).toEqual([])
    await page.locator('.records').getByRole('link', { name: 'Record 2', exact: true }).click()
    await page.getByRole('heading', { name: 'Record 2' }).waitFor()
    expect(await page.locator('.blocks tbody th').allTextContents()).toEqual(['3', '4', '5'])
    expect(await page.locator('#submit-pending').isVisible()).toBe(false)
    expect(await faultsIn(page)).toEqual([])
    const [proof] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save its proof' }).click(),
    ])
    expect(proof.suggestedFilename()).toMatch(/^proof-of-calendar_\d+-1-2\.car$/)
    const link = await page.locator('.blocks tbody a').first().getAttribute('href')
    expect(await page.evaluate(async (path) => (await fetch(path ?? '')).status, link)).toBe(200)
  })

  it('tells what waits without submitting it', async () => {
    await page.evaluate(makeEvents, ['one', 'two'])
    const asked = page.waitForRequest(/ledger\/anchor/)
    await page.reload()

    await page.getByText(/^2 commits waiting since .*, due at /).waitFor()
    expect(new URL((await asked).url()).searchParams.get('dry-run')).toBe('true')
    await page.getByText('No records yet. The waiting commits become the first one.').waitFor()
  })

  it('offers to submit only what waits, and leaves the focus at the records', async () => {
    const button = page.getByRole('button', { name: 'Submit pending commits' })
    expect(await button.isDisabled()).toBe(true)
    await page.evaluate(makeEvents, ['one'])
    await page.reload()
    await page.getByText('1 commit waiting').waitFor()

    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Nothing is waiting', { exact: true }).waitFor()

    expect(await button.isDisabled()).toBe(true)
    await page.locator('h2:focus', { hasText: 'Records' }).waitFor()
  })

  it('looks again once what waits is due', async () => {
    await page.evaluate(makeEvents, ['one'])
    onTestFinished(() => page.close())
    await page.clock.install()
    await page.reload()
    await page.getByText('1 commit waiting').waitFor()
    const asked = page.waitForRequest(/ledger\/anchor/)

    await page.clock.fastForward('10:00')

    expect((await asked).url()).toContain('dry-run=true')
  })

  it('brings the verdict into view, and its beginning where it is higher than the window', async () => {
    await record(page, ['one', 'two'])
    for (const height of [1000, 500]) {
      await page.setViewportSize({ width: 390, height })
      await page.waitForFunction((wanted) => innerHeight === wanted, height)
      await page.locator('footer').scrollIntoViewIfNeeded()

      await audit(page)

      const title = await page.locator('.verdict h3').evaluate((h3) => h3.getBoundingClientRect().toJSON())
      expect(title.top).toBeGreaterThan(0)
      expect(title.bottom).toBeLessThan(height)
    }
  })

  it('audits, tells the numbers, and compares the next audit with this one', async () => {
    await record(page, ['one', 'two'])
    await record(page, ['three', 'four'])

    expect(await audit(page)).toMatch(/No faults found.*first audit.*Records2Final records0.*replayed4/)
    await page.reload()
    await page.locator('#ledger-plain[data-kind="good"]', { hasText: 'No faults were found on' }).waitFor()
    const asked = page.waitForRequest(/ledger\/audit/)
    expect(await audit(page)).toMatch(/No faults found.*Nothing was withdrawn.*Records2/)
    // Not twice.
    expect(await page.locator('#ledger-plain, #ledger-meaning').filter({ visible: true }).count()).toBe(0)
    await page.reload()
    await page.locator('#ledger-plain', { hasText: 'Nothing was changed since' }).waitFor()

    const { searchParams } = new URL((await asked).url())
    expect(searchParams.get('known')).toBe(searchParams.get('root'))
  })

  it('says that something was taken back, what to do, and keeps what it knew', async () => {
    await record(page, ['one', 'two'])
    const old = (await page.locator('#state-facts code').textContent()) ?? ''
    await record(page, ['three', 'four'])
    await audit(page)
    const known = await page.locator('#audit-known').textContent()

    await page.getByText('Audit another ledger').click()
    await page.getByLabel('Root of the ledger').fill(old)
    await page.getByRole('button', { name: 'Audit this root' }).click()

    await page
      .locator('.verdict', { hasText: /Something was withdrawn.*Keep the root of that audit/ })
      .waitFor()
    await audited(page)
    expect(await faultsIn(page)).toEqual([])
    expect(await page.locator('#audit-known').textContent()).toBe(known)
    expect(await page.locator('#ledger-plain').isVisible()).toBe(false)
    await page.reload()
    await page.locator('#ledger-plain[data-kind="bad"]', { hasText: 'Something was withdrawn.' }).waitFor()
    await page.getByText('How it is checked').click()
    await page.getByRole('button', { name: 'Forget the last audit' }).click()
    await page.locator('#audit-known').waitFor({ state: 'hidden' })
  })

  it('says what to do while there is nothing to audit', async () => {
    await page.getByRole('button', { name: 'Audit in this tab' }).click()

    await page.getByRole('alert').filter({ hasText: 'Make an event in the calendar' }).waitFor()
  })

  it("audits another node's ledger from its CAR files", async () => {
    const { page: other } = await openLedger({ profile: IN_BERLIN })
    await record(other, ['there', 'too'])
    await other.getByText('Numbers, root and queue').click()
    const ledger = await saved(other, () => other.getByRole('button', { name: 'Save the ledger' }).click())
    await other.locator('.records').getByRole('link', { name: 'Record 1', exact: true }).click()
    const content = await saved(other, () => other.getByText('Save its content for another node').click())

    await page.getByText('Audit another ledger').click()
    await page.locator('#other-files').setInputFiles([ledger])
    await page.locator('#other-note', { hasText: /Read \d/ }).waitFor()
    await page.getByRole('button', { name: 'Audit this root' }).click()
    await page.locator('.verdict', { hasText: 'Content is missing' }).waitFor()
    await page.locator('#other-files').setInputFiles([content])
    await page.locator('#other-note', { hasText: 'Read 1 block' }).waitFor()
    await page.getByRole('button', { name: 'Audit this root' }).click()

    await page.locator('.verdict', { hasText: /No faults found.*replayed2/ }).waitFor()
  })

  it('is used by keyboard: the audit keeps the focus, a record gets it', async () => {
    await record(page, ['one', 'two'])
    const run = page.getByRole('button', { name: 'Audit in this tab' })
    await run.focus()
    await page.keyboard.press('Enter')
    await audited(page)
    expect(await run.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await page.locator('#announcement').textContent()).toMatch(/^No faults found: 1 record/)

    for (let stops = 0; stops < 20 && (await focused(page)) !== 'Record 1'; stops += 1) {
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')

    await page.locator('h2:focus', { hasText: 'Record 1' }).waitFor()
  })

  it('works while the server is stopped, after a reload too', async () => {
    await record(page, ['one', 'two'])
    await server.stop()

    await page.reload()
    await record(page, ['three', 'four'])

    expect(await audit(page)).toMatch(/No faults found.*Records2/)
  })
})

/** Waits until the verdict is in view and kept, and another audit can begin. */
async function audited(page: Page): Promise<void> {
  await page.locator('.verdict').waitFor()
  await page.locator('#audit-progress').waitFor({ state: 'hidden' })
}

async function audit(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Audit in this tab' }).click()
  await audited(page)
  return (await page.locator('.verdict').textContent()) ?? ''
}

async function saved(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return download.path()
}

/** On the screens of a desk and of a phone, light and dark. */
async function faultsIn(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await page.waitForFunction((wanted) => innerWidth === wanted, width)
      faults.push(...(await page.evaluate(faultsOf)))
    }
  }
  return faults
}

function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? '')
}
