import type { Page } from 'playwright'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeByForm, openCalendar } from './calendar-page.ts'
import { addAtOldestOfVenues } from './make-events.ts'
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
    ;({ server, page } = await openCalendar(browser, { extras: { '/event/elsewhere/': ELSEWHERE } }))
  })

  const make = (title: string, fill?: () => Promise<void>) => makeByForm({ page, server }, title, fill)

  it('makes an event with venue, organizer, categories, tags and picture, and shows it everywhere', async () => {
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && /\/events$/.test(request.url()),
    )
    await make('Low tide walk', async () => {
      await page.getByLabel('Venue', { exact: true }).selectOption('new')
      await page.locator('#venue-name').fill('Harbour Hall')
      await page.locator('#venue-city').fill('Husum')
      await page.getByLabel('Organizer', { exact: true }).selectOption('new')
      await page.locator('#organizer-name').fill("Ann's friends")
      await page.getByLabel(/^Categories/).fill('Walks, Sea & sand')
      await page.getByLabel(/^Tags/).fill('birds, early morning')
      await page.getByLabel('Cost').fill('10-20')
      await page.getByLabel('Description').fill('First line\nsecond line\n\nNext <script>alert(1)</script>')
      await page.getByLabel('Picture', { exact: true }).setInputFiles(PICTURE)
    })

    // By its path, since a node may know itself by another origin than the page does.
    expect((await sent).postDataJSON().image).toMatch(/^\/ipfs\//)
    const whole = page.locator('.event-whole')
    expect(await whole.locator('.when').textContent()).toMatch(/14 April 2027.*18:00 to 20:00 CEST$/)
    expect(await whole.locator('dd').allTextContents()).toEqual([
      'Harbour Hall, Husum',
      'Ann’s friends',
      expect.stringContaining('10 – '),
      'Sea & sand, Walks',
      'birds, early morning',
    ])
    expect(await whole.locator('script').count()).toBe(0)
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.picture')?.naturalWidth)
    for (const [span, title] of [
      ['Month', 'April 2027'],
      ['Week', 'Week of 12 April 2027'],
      ['Day', 'Wednesday, 14 April 2027'],
      ['List', 'Events from 14 April 2027'],
    ] as const) {
      await page.getByRole('link', { name: span, exact: true }).click()
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      await page.locator('.event', { hasText: /18:00\s*Low tide walk/ }).waitFor()
    }
    const shown = page.getByRole('link', { name: 'Public page of the events' })
    expect(await shown.getAttribute('href')).toBe('/events/')
  })

  it('offers the venue of an event that is beyond the first page of venues', async () => {
    const path = await page.evaluate(addAtOldestOfVenues, 51)
    await page.goto(`${server.url}#calendar/${path}`)

    await page.getByRole('link', { name: 'Edit' }).click()

    const venue = page.getByLabel('Venue', { exact: true })
    expect(await venue.locator('option:checked').textContent()).toBe('Venue 0')
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

  it('empties a description and a summary that are emptied, and takes a picture off', async () => {
    await make('Bare walk', async () => {
      await page.getByLabel('Description').fill('Bring boots.')
      await page.getByLabel(/^Summary/).fill('A walk.')
      await page.getByLabel('Picture', { exact: true }).setInputFiles(PICTURE)
    })
    const edit = async (change: () => Promise<void>) => {
      await page.getByRole('link', { name: 'Edit' }).click()
      await change()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator('.event-whole').waitFor()
    }
    const shown = () =>
      Promise.all(['.description', '.excerpt', '.picture'].map((part) => page.locator(part).count()))
    expect(await shown()).toEqual([1, 1, 1])

    await edit(() => page.getByLabel('Remove the picture').check())
    expect(await shown()).toEqual([1, 1, 0])

    await edit(async () => {
      await page.getByLabel('Description').fill('')
      await page.getByLabel(/^Summary/).fill('')
      expect(await page.getByLabel('Remove the picture').isVisible()).toBe(false)
    })
    expect(await shown()).toEqual([0, 0, 0])
  })

  it('shows a description without text as markup, which can be emptied', async () => {
    await make('Seen from above', () => page.getByLabel('Description').fill('<img src="/map.png" alt="">'))

    await page.getByRole('link', { name: 'Edit' }).click()
    expect(await page.getByLabel('Description').inputValue()).toContain('<img src="/map.png"')
    await page.getByLabel('Description').fill('')
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('button', { name: 'Save' }).click()

    expect((await sent).postDataJSON()).toEqual({ description: '' })
    await page.getByRole('link', { name: 'Edit' }).click()
    expect(await page.getByLabel('Description').inputValue()).toBe('')
  })

  it('works while the server is stopped, after a reload too', async () => {
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
    const own = page.getByRole('link', { name: 'Public page', exact: true })
    expect(await own.getAttribute('href')).toBe(`${server.url}event/low-tide-walk/`)
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    await page.goto(`${server.url}event/elsewhere/`)
    await heading('On the server')
    await server.stop()

    await page.goto(`${server.url}event/low-tide-walk/`)
    await heading('Low tide walk')
    expect(await page.getByText('14 April 2027, 18:00 – 20:00 CEST').count()).toBe(1)
    await page.getByRole('link', { name: 'Open it in the calendar' }).click()
    await page.getByRole('link', { name: 'Edit' }).waitFor()
    await heading('Low tide walk')
    const id = new URL(page.url()).hash.split('/').at(-1)

    await page.goto(`${server.url}?post_type=cal_events&p=${id}`)
    await heading('Low tide walk')
    await page.goto(`${server.url}event/elsewhere/`)
    await heading('Not found')
  })

  it('moves an event to the trash, and restores it unchanged', async () => {
    await make('Cancelled', () => page.getByLabel('Save as a draft').check())
    expect(await page.getByRole('link', { name: 'Public page', exact: true }).count()).toBe(0)

    await page.getByRole('button', { name: 'Move to trash' }).click()
    await page.getByText('This event is in the trash.').waitFor()
    expect(await focusedName(page)).toBe('Take it back')
    await page.getByRole('link', { name: 'To the month' }).click()
    await page.locator('#calendar-note', { hasText: 'No events on these days.' }).waitFor()
    await page.goBack()
    await page
      .getByRole('alert')
      .filter({ hasText: /no longer available\. It may be in the trash/ })
      .waitFor()

    await make('Still on', () => page.getByLabel('Save as a draft').check())
    await page.getByRole('button', { name: 'Move to trash' }).click()
    await page.getByRole('button', { name: 'Take it back' }).click()

    await page.getByRole('link', { name: 'Edit' }).waitFor()
    expect(await page.locator('.event-whole dd').allTextContents()).toEqual(['draft'])
    await page.getByRole('link', { name: 'Month', exact: true }).click()
    await page.locator('.event', { hasText: 'Still on' }).waitFor()
    expect(await page.locator('.event').count()).toBe(1)
  })

  it('loads no larger picture than the screen can show', async () => {
    const read: string[] = []
    onTestFinished(() => page.close())
    page.on('request', (request) => read.push(new URL(request.url()).pathname))
    const buffer = Buffer.from(await page.evaluate(drawnPicture, { width: 2000, height: 1000 }), 'base64')

    await make('With a picture', () =>
      page
        .getByLabel('Picture', { exact: true })
        .setInputFiles({ name: 'sea.jpg', mimeType: 'image/jpeg', buffer }),
    )
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.picture')?.naturalWidth)

    const source = await page
      .locator('.picture')
      .evaluate((image) => 'currentSrc' in image && image.currentSrc)
    expect(source).toMatch(/\/cal\/images\/\w+\/medium_large\/sea-768x384\.jpg$/)
    expect(read.filter((path) => path.startsWith('/ipfs/'))).toEqual([])
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByText('Choosing another one replaces it.').waitFor()
  })

  it('moves the end along with the beginning, and lets no event end before it begins', async () => {
    await page.goto(`${server.url}#calendar/new/2027-04-14`)
    const field = (name: string) => page.getByLabel(name, { exact: true })
    const end = async () => [await field('Ends on').inputValue(), await field('Ends at').inputValue()]
    await field('Title').fill('Late')
    await field('Begins on').fill('2027-04-20')
    await field('Begins at').fill('19:30')
    expect(await end()).toEqual(['2027-04-20', '21:30'])
    await field('Begins at').fill('23:00')
    expect(await end()).toEqual(['2027-04-21', '01:00'])
    await field('Ends at').fill('23:45')
    expect(await end()).toEqual(['2027-04-20', '23:45'])

    await field('Ends on').fill('2027-04-19')
    await page.getByRole('button', { name: 'Save' }).click()
    const said = await field('Ends on').evaluate(
      (input) => input instanceof HTMLInputElement && input.validationMessage,
    )
    expect(said).toMatch(/before it begins/)
    expect(await focusedId(page)).toBe('event-end-day')
    await field('Ends on').fill('2027-04-20')
    await page.getByRole('button', { name: 'Save' }).click()

    await page.getByRole('heading', { level: 1, name: 'Late' }).waitFor()
    expect(await page.locator('.when').textContent()).toMatch(/20 April 2027, 23:00 to 23:45/)
  })

  it('leaves the focus where it can go on, and tells the place in the title of the window', async () => {
    const turned = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('link', { name: 'Later' }).focus()
    await page.keyboard.press('Enter')
    await turned('May 2027')
    await page.keyboard.press('Enter')
    await turned('June 2027')
    expect(await page.title()).toBe('June 2027 · Tidepool')

    await page.getByRole('link', { name: 'New event' }).click()
    await turned('New event')
    expect(await focusedId(page)).toBe('event-title')
    expect(await page.getByRole('link', { name: 'Later' }).isVisible()).toBe(false)
  })

  it('moves no other view under the pointer that opens a new event, where it would look current', async () => {
    const list = page.getByRole('link', { name: 'List', exact: true })
    const before = await list.boundingBox()

    await page.getByRole('link', { name: 'New event' }).click()
    await page.getByRole('heading', { level: 1, name: 'New event' }).waitFor()

    expect((await list.boundingBox())?.x).toBe(before?.x)
    expect(await page.locator('.spans [aria-current], .spans :hover').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'New event' }).isVisible()).toBe(false)
  })

  it('keeps a form that was left until it is saved or cancelled', async () => {
    const turnTo = (at: string) => page.goto(`${server.url}#calendar/${at}`)
    const title = page.getByLabel('Title')
    const left = page.locator('#calendar-note', { hasText: 'Your changes are not saved yet' })
    await turnTo('new/2027-04-14')
    await title.fill('Half written')
    await page.getByRole('link', { name: 'Month', exact: true }).click()
    await page.locator('.month').waitFor()

    await page.getByRole('link', { name: 'New event' }).click()
    await left.waitFor()
    expect(await title.inputValue()).toBe('Half written')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.locator('.month').waitFor()
    await turnTo('new/2027-04-14')
    await title.waitFor()
    expect(await title.inputValue()).toBe('')

    await title.fill('Written')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Written' }).waitFor()
    await turnTo('new/2027-04-15')
    await page.getByRole('heading', { level: 1, name: 'New event' }).waitFor()
    expect(await title.inputValue()).toBe('')
    expect(await left.count()).toBe(0)
  })

  it('says what to do about an event that is not there', async () => {
    await page.goto(`${server.url}#calendar/event/4711`)

    await page
      .getByRole('alert')
      .filter({ hasText: /4711.*Continue with the month/ })
      .waitFor()
    await page.locator('#calendar-body[aria-busy="false"]').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Cannot be shown' }).waitFor()
    await page.getByRole('link', { name: 'Month', exact: true }).click()
    await page.locator('.month').waitFor()
  })

  it('shows whole titles where a day has room, and days without events low on a phone', async () => {
    await make('A talk about the sea')
    await page.getByRole('link', { name: 'Month', exact: true }).click()
    await page.locator('.month .event').waitFor()
    const text = page.locator('.event-text')
    expect(await text.evaluate((shown) => shown.scrollHeight - shown.clientHeight)).toBe(0)
    expect(await page.locator('.month tr').count()).toBe(1 + 5)

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('link', { name: 'Week', exact: true }).click()
    const empty = page.locator('.day', { hasText: 'Thu 15 Apr' })
    await empty.waitFor()
    expect((await empty.boundingBox())?.height).toBeLessThan(72)
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
      .filter({ hasText: /Time zone\. Change it, then save again/ })
      .waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('Somewhere')
    expect(await focusedId(page)).toBe('event-timezone')
    const zone = page.getByLabel('Time zone')
    expect(await zone.getAttribute('aria-describedby')).toBe('event-timezone-problem')
    await page.getByText('Choose a time zone of the list, such as Europe/Berlin.').waitFor()
    await zone.fill('Europe/Berlin')
    expect(await page.locator('.field-problem').count()).toBe(0)
  })
})

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.ariaLabel ?? activeElement?.textContent ?? ''
  })
}

function focusedId(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.id)
}

/** In the page: a picture of this size, in base64. */
async function drawnPicture({ width, height }: { readonly width: number; readonly height: number }) {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.fillRect(0, 0, width / 2, height / 2)
  const bytes = await (await canvas.convertToBlob({ type: 'image/jpeg' })).bytes()
  return btoa(String.fromCharCode(...bytes))
}
