import type { Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeByForm, openCalendar } from './calendar-page.ts'
import { makeEvents } from './make-events.ts'
import { testBrowser } from './open-page.ts'
import type { PageServer } from './page-server.ts'

const browser = testBrowser()

describe('the page: times of the calendar', () => {
  let server: PageServer
  let page: Page

  beforeEach(async () => {
    ;({ server, page } = await openCalendar(browser))
  })

  const make = (title: string, fill?: () => Promise<void>) => makeByForm({ page, server }, title, fill)

  it('fits a month into a small laptop, with a link to the events that have no room', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.evaluate(makeEvents, ['one', 'two', 'three', 'four'])
    await page.goto(`${server.url}#calendar/month/2027-05-01`)
    await page.goto(`${server.url}#calendar/month/2027-04-12`)
    const more = page.locator('[data-date="2027-04-14"] .more')
    await more.waitFor()

    const bottom = await page.locator('.month').evaluate((month) => month.getBoundingClientRect().bottom)
    expect(bottom).toBeLessThanOrEqual(720)
    const shown = await page.locator('[data-date="2027-04-14"] .event').count()
    expect(await more.textContent()).toBe(`+${4 - shown} more`)
    await more.click()
    await page.getByRole('heading', { level: 1, name: 'Wednesday, 14 April 2027' }).waitFor()
    const lefts = await page
      .locator('.hour-column .event')
      .evaluateAll((events) => events.map((event) => event.getBoundingClientRect().left))
    expect(new Set(lefts).size).toBe(4)
    await page.getByRole('link', { name: 'Week', exact: true }).click()
    await page.locator('.day-head .more', { hasText: '+1 more' }).waitFor()
    const linesOfTimes = await page
      .locator('.hour-column .event time')
      .evaluateAll((times) => times.map((time) => time.getClientRects().length))
    expect(linesOfTimes).toEqual([1, 1, 1])
  })

  it('leads from days without events to the next event, or to the last one, and asks for it there alone', async () => {
    const lead = page.locator('#calendar-note a')
    const shown = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await page.locator('#calendar-note', { hasText: 'Choose other days, or make a new event.' }).waitFor()
    await page.evaluate(makeEvents, ['Low tide &amp; high tide'])
    await page.goto(`${server.url}#calendar/week/2027-06`)
    await shown('Week of 31 May 2027')
    expect(await lead.textContent()).toBe('Last event: Low tide & high tide, 14 April 2027')
    await page.goto(`${server.url}#calendar/month/2026-11`)
    await shown('November 2026')
    expect(await lead.textContent()).toBe('Next event: Low tide & high tide, 14 April 2027')

    await page.evaluate(() => performance.clearResourceTimings())
    await lead.click()
    await shown('April 2027')

    await page.locator('[data-day="2027-04-14"]:focus').waitFor()
    expect(await lead.count()).toBe(0)
    expect(await page.evaluate(listsRead)).toBe(1)
    await page.reload()
    await shown('April 2027')
    await page.goBack()
    await shown('November 2026')
  })

  it('shows an event without length at the first moment of a day on that day, and leads to it', async () => {
    await page.evaluate(makeMoment, '2027-04-14 00:00:00')

    await page.goto(`${server.url}#calendar/day/2027-04-14`)
    const event = page.locator('[data-hours-of="2027-04-14"] .event', { hasText: /00:00\s*New day/ })
    const [shown, column] = [await event.boundingBox(), await page.locator('.hour-column').boundingBox()]
    expect((shown?.height ?? 0) * 20).toBeLessThan(column?.height ?? 0)
    await page.goto(`${server.url}#calendar/day/2027-04-13`)
    await page.locator('#calendar-note a', { hasText: 'Next event: New day, 14 April 2027' }).waitFor()
  })

  it('shows an event of another zone by the clock of the visitor, with its own beside it', async () => {
    await make('Far away', () => page.getByLabel('Time zone').fill('America/New_York'))

    await page.locator('.when', { hasText: /15 April 2027, 00:00 to 02:00 (CEST|GMT\+2)$/ }).waitFor()
    await page.getByText(/14 April 2027, 18:00 to 20:00 EDT there \(America\/New_York\)/).waitFor()
    await page.goto(`${server.url}#calendar/week/2027-04-14`)
    await page.locator('[data-hours-of="2027-04-15"] .event', { hasText: /00:00\s*Far away/ }).waitFor()
    // As web/app/help/calendar-owner.md says.
    for (const [span, title, lines] of [
      ['month', 'April 2027', 0],
      ['week', 'Week of 12 April 2027', 0],
      ['day', 'Thursday, 15 April 2027', 0],
      ['list', 'Events from 15 April 2027', 1],
    ] as const) {
      await page.goto(`${server.url}#calendar/${span}/2027-04-15`)
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      expect(await page.getByTitle(/18:00 to 20:00 EDT there/).count()).toBe(1)
      expect(await page.getByText('EDT there').count()).toBe(lines)
    }
  })

  it('moves an event by dragging it to another time or day, and back', async () => {
    await make('Dragged')
    await page.goto(`${server.url}#calendar/week/2027-04-14`)
    const event = page.locator('.event', { hasText: 'Dragged' })
    await event.scrollIntoViewIfNeeded()
    const [from, to] = [
      await event.boundingBox(),
      await page.locator('[data-hours-of="2027-04-16"]').boundingBox(),
    ]
    if (!from || !to) throw new Error('Nothing to drag')
    await page.mouse.move(from.x + 20, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(from.x + 60, from.y - 20)
    // Two hours earlier: an hour is 44 px high.
    await page.mouse.move(to.x + 20, from.y + 10 - 88)
    await page.mouse.up()

    await page.locator('[data-hours-of="2027-04-16"] .event', { hasText: /16:00\s*Dragged/ }).waitFor()
    await page.goto(`${server.url}#calendar/month/2027-04-14`)
    await page.locator('.month').waitFor()
    await event.dragTo(page.locator('[data-date="2027-04-06"]'))
    await page.locator('[data-date="2027-04-06"] .event', { hasText: /16:00\s*Dragged/ }).waitFor()
    await page.getByRole('button', { name: 'Undo moving Dragged' }).click()
    await page.locator('[data-date="2027-04-16"] .event', { hasText: 'Dragged' }).waitFor()
  })

  it('filters by words, category and venue in every view, and follows another tab', async () => {
    await make('Low tide walk', () => page.getByLabel(/^Categories/).fill('Walks'))
    await page.goto(`${server.url}#calendar/month/2027-04-12`)
    await page.locator('.event', { hasText: 'Low tide walk' }).waitFor()
    const other = await page.context().newPage()
    await other.goto(`${server.url}#calendar/new/2027-04-15`)
    await other.getByLabel('Title').fill('From the other tab')
    await other.getByRole('button', { name: 'Save' }).click()
    await page.locator('.event', { hasText: 'From the other tab' }).waitFor()

    await page.getByText('Filter', { exact: true }).click()
    await page
      .getByLabel('In category')
      .locator('option', { hasText: 'Walks' })
      .waitFor({ state: 'attached' })
    await page.getByLabel('In category').selectOption({ label: 'Walks' })
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.locator('#calendar-note', { hasText: /^1 event$/ }).waitFor()
    await page.getByRole('link', { name: 'List', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: /^Events from/ }).waitFor()
    expect(await page.locator('.event').allTextContents()).toEqual([expect.stringContaining('Low tide walk')])
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.locator('#calendar-note', { hasText: /^2 events$/ }).waitFor()
  })
})

/** In the page: makes an event that ends as it starts. */
async function makeMoment(start_date: string): Promise<void> {
  const event = { title: 'New day', start_date, end_date: start_date, timezone: 'Europe/Berlin' }
  const headers = { 'Content-Type': 'application/json' }
  await fetch('/cal/events/v1/events', { method: 'POST', headers, body: JSON.stringify(event) })
}

/** In the page: how many lists of events it has read. */
function listsRead(): number {
  return performance.getEntriesByType('resource').filter(({ name }) => /v1\/events\?/.test(name)).length
}
