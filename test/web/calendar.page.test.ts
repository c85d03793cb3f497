import type { Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { testBrowser } from './open-page.ts'
import type { PageServer } from './page-server.ts'

/** One pixel. */
const PICTURE = {
  name: 'tide & sand.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** What the server has, and the browser has not. */
const ELSEWHERE = {
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>x</title><h1>On the server</h1>',
}

const browser = testBrowser()

describe('the page: calendar', () => {
  let server: PageServer
  let page: Page

  beforeEach(async () => {
    const profile = { timezoneId: 'Europe/Berlin', locale: 'en-GB' }
    const extras = { '/event/elsewhere/': ELSEWHERE }
    ;({ server, page } = await browser.open({ at: '#calendar/month/2027-04-12', profile, extras }))
    await page.getByRole('heading', { level: 1, name: 'April 2027' }).waitFor()
  })

  /** Makes an event on 14 April by the form, and waits until it is shown. */
  async function make(title: string, fill: () => Promise<void> = async () => undefined): Promise<void> {
    await page.goto(`${server.url}#calendar/new/2027-04-14`)
    await page.getByLabel('Title').fill(title)
    await fill()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }

  it('makes an event with venue, organizer, categories and picture, and shows it everywhere', async () => {
    await make('Low tide walk', async () => {
      await page.getByLabel('Venue').selectOption('new')
      await page.locator('#venue-name').fill('Harbour Hall')
      await page.locator('#venue-city').fill('Husum')
      await page.getByLabel('Organizer').selectOption('new')
      await page.locator('#organizer-name').fill("Ann's friends")
      await page.getByLabel(/^Categories/).fill('Walks, Sea & sand')
      await page.getByLabel('Cost').fill('10-20')
      await page.getByLabel('Description').fill('First line\nsecond line\n\nNext <script>alert(1)</script>')
      await page.getByLabel('Picture').setInputFiles(PICTURE)
    })

    const whole = page.locator('.event-whole')
    expect(await whole.locator('.when').textContent()).toMatch(/14 April 2027.*18:00 to 20:00 CEST$/)
    expect(await whole.locator('dd').allTextContents()).toEqual([
      'Harbour Hall, Husum',
      'Ann’s friends',
      expect.stringContaining('10 – '),
      'Sea & sand, Walks',
    ])
    expect(await whole.locator('script').count()).toBe(0)
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.picture')?.naturalWidth)
    for (const [span, title] of [
      ['Month', 'April 2027'],
      ['Week', 'Week of 12 April 2027'],
      ['List', 'Events from 14 April 2027'],
    ] as const) {
      await page.getByRole('link', { name: span, exact: true }).click()
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      await page.locator('.event', { hasText: /18:00\s*Low tide walk/ }).waitFor()
    }
  })

  it('sends only what was changed', async () => {
    await make('First name', () => page.getByLabel('Description').fill('One\n\nTwo'))
    const description = await page.locator('.description').innerHTML()

    await page.getByRole('link', { name: 'Edit' }).click()
    expect(await page.getByLabel('Description').inputValue()).toBe('One\n\nTwo')
    await page.getByLabel('Title').fill('Second name')
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Second name' }).waitFor()

    expect((await sent).postDataJSON()).toEqual({ title: 'Second name' })
    expect(await page.locator('.description').innerHTML()).toBe(description)
  })

  it('goes on with the server stopped, after a reload too', async () => {
    await make('Made online')
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    await server.stop()

    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Made online' }).waitFor()
    await make('Made offline')
    await page.goto(`${server.url}#calendar/week/2027-04-14`)
    await page.locator('.event', { hasText: 'Made online' }).waitFor()

    expect(await page.locator('.event').count()).toBe(2)
  })

  it('has a page of each event under the address that its API gives, with the server stopped too', async () => {
    await make('Low tide walk')
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    await page.goto(`${server.url}event/elsewhere/`)
    await heading('On the server')
    await server.stop()

    await page.goto(`${server.url}event/low-tide-walk/`)
    await heading('Low tide walk')
    expect(await page.getByText('2027-04-14 18:00 – 20:00 CEST').count()).toBe(1)
    await page.getByRole('link', { name: 'Open it in the calendar of this browser' }).click()
    await page.getByRole('link', { name: 'Edit' }).waitFor()
    await heading('Low tide walk')
    const id = new URL(page.url()).hash.split('/').at(-1)

    await page.goto(`${server.url}?post_type=cal_events&p=${id}`)
    await heading('Low tide walk')
    await page.goto(`${server.url}event/elsewhere/`)
    await heading('Not found')
  })

  it('moves an event to the trash when it is asked twice', async () => {
    await make('Cancelled')

    await page.getByRole('button', { name: 'Move to trash' }).click()
    await page.getByRole('button', { name: /^Press again/ }).click()

    await page.getByRole('heading', { level: 1, name: 'April 2027' }).waitFor()
    expect(await page.locator('.event').count()).toBe(0)
  })

  it('leads from day to day by arrow keys, into other months and to an event', async () => {
    await make('Reached by keys')
    await page.goto(`${server.url}#calendar/month/2027-04-12`)
    await page.locator('[data-day="2027-04-12"]:focus').waitFor()

    for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight']) {
      await page.keyboard.press(key)
    }
    expect(await focusedName(page)).toMatch(/14 April, 1 event$/)
    await page.keyboard.press('Tab')
    expect(await focusedName(page)).toMatch(/Reached by keys$/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Reached by keys' }).waitFor()

    await page.goBack()
    await page.locator('[data-day="2027-04-12"]:focus').waitFor()
    await page.keyboard.press('PageDown')
    await page.getByRole('heading', { level: 1, name: 'May 2027' }).waitFor()
    expect(await focusedName(page)).toMatch(/12 May, no events$/)
  })

  it('says which field the calendar refuses, and keeps what was typed', async () => {
    await page.goto(`${server.url}#calendar/new/2027-04-14`)
    await page.getByLabel('Title').fill('Somewhere')
    await page.getByLabel('Time zone').fill('Mars/Olympus')
    await page.getByRole('button', { name: 'Save' }).click()

    await page
      .getByRole('alert')
      .filter({ hasText: /timezone.*then save again/ })
      .waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('Somewhere')
  })
})

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.ariaLabel ?? activeElement?.textContent ?? ''
  })
}
