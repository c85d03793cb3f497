import type { Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeByForm, openCalendar } from './calendar-page.ts'
import { testBrowser } from './open-page.ts'
import type { PageServer } from './page-server.ts'

const browser = testBrowser()

describe('the page: what events refer to', () => {
  let server: PageServer
  let page: Page

  beforeEach(async () => {
    ;({ server, page } = await openCalendar(browser))
    await page.evaluate(async () => {
      const response = await fetch('/cal/events/v1/events', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          title: 'Low tide walk',
          start_date: '2027-04-14 18:00:00',
          end_date: '2027-04-14 20:00:00',
          venue: { venue: 'Old pier', city: 'Husum' },
          categories: ['Walks'],
        }),
      })
      if (!response.ok) throw new Error(await response.text())
    })
  })

  const part = (name: string) => page.getByRole('link', { name, exact: true }).click()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const note = (text: string | RegExp) => page.locator('#calendar-note', { hasText: text }).waitFor()

  /** What the event's view says of its venue and categories. */
  async function factsOfEvent(): Promise<readonly string[]> {
    await page.goto(`${server.url}#calendar/list/2027-04-12`)
    await page.locator('.event', { hasText: 'Low tide walk' }).click()
    await page.getByRole('link', { name: 'Edit', exact: true }).waitFor()
    const [heading, link] = await Promise.all(
      ['#calendar-title', '.manage-link'].map((each) => page.locator(each).boundingBox()),
    )
    expect(link?.x).toBe(heading?.x)
    return page.locator('.event-whole dd').allTextContents()
  }

  it('is renamed, deleted with a word about its events, and restored from the trash', async () => {
    await part('Venues, topics and trash')
    await page.getByRole('heading', { level: 1, name: 'Venues' }).waitFor()
    await button('Edit Old pier').click()
    await page.getByLabel('Name').fill('New pier')
    await button('Save').click()
    await button('Edit New pier').waitFor()
    expect(await factsOfEvent()).toEqual(['New pier, Husum', 'Walks'])

    await page.goto(`${server.url}#calendar/manage/venues`)
    await button('Delete New pier').click()
    await page
      .getByText(
        '1 event has this venue. It is removed from them and goes to the trash. Restored, it can be chosen again.',
      )
      .waitFor()
    await button('Delete New pier').click()
    await button('Delete New pier').waitFor({ state: 'detached' })
    expect(await factsOfEvent()).toEqual(['Walks'])

    await page.goto(`${server.url}#calendar/manage/trash`)
    await button('Restore New pier').click()
    await page.getByText('Restored.', { exact: true }).waitFor()
    await page.goto(`${server.url}#calendar/manage/venues`)
    await button('Edit New pier').waitFor()
  })

  it('keeps what is typed for a new one while another one is saved', async () => {
    await page.goto(`${server.url}#calendar/manage/venues`)
    await button('New venue').click()
    const created = page.getByRole('form', { name: 'New venue' })
    await created.getByLabel('Name').fill('Lighthouse')
    await button('Edit Old pier').click()
    const edited = page.getByRole('form', { name: 'Edit Old pier' })
    await edited.getByLabel('Name').fill('New pier')
    await edited.getByRole('button', { name: 'Save' }).click()
    await button('Edit New pier').waitFor()

    expect(await created.getByLabel('Name').inputValue()).toBe('Lighthouse')
    await created.getByRole('button', { name: 'Save' }).click()
    await button('Edit Lighthouse').waitFor()
    await button('New venue').waitFor()
  })

  it('is created, and kept when its deletion is cancelled', async () => {
    await page.goto(`${server.url}#calendar/manage/categories`)
    await button('Delete Walks').click()
    await page.getByText('1 event has this category. It is removed from them for good.').waitFor()
    await button('Keep it').click()
    await button('New category').click()
    await page.getByLabel('Name').fill('Talks')
    await button('Save').click()
    await button('Edit Talks').waitFor()

    await part('Organizers')
    await note('There are no organizers yet.')
    await button('New organizer').click()
    await page.getByLabel('Name').fill('Tide club')
    await page.getByLabel('Website').fill('https://example.org/club')
    await button('Save').click()
    await button('Edit Tide club').waitFor()
    await part('Tags')
    await note('There are no tags yet.')
  })

  it('has events in its trash, which come back as drafts', async () => {
    await page.goto(`${server.url}#calendar/list/2027-04-12`)
    await page.locator('.event', { hasText: 'Low tide walk' }).click()
    await button('Move to trash').click()
    await page.getByText('This event is in the trash.').waitFor()

    await page.goto(`${server.url}#calendar/manage/trash`)
    await button('Restore as a draft: Low tide walk').click()
    await page.getByText('Restored as a draft. Edit it to publish it.', { exact: true }).waitFor()
    expect(await factsOfEvent()).toEqual(['draft', 'Old pier, Husum', 'Walks'])
  })

  it('are named by numbers in the form of an event, and stay where their names have commas', async () => {
    const shown = (tags: string) =>
      page
        .locator('.event-whole dd')
        .filter({ hasText: new RegExp(`^${tags}$`) })
        .waitFor()
    await makeByForm({ page, server }, 'Numbers', async () => {
      await page.getByLabel(/^Categories/).fill('2027')
      await page.getByLabel(/^Tags/).fill('2027, 1')
    })
    await shown('2027')
    await shown('1, 2027')
    await page.evaluate(addTagToAll, 'Food, drink')
    await page.reload()

    await page.getByRole('link', { name: 'Edit' }).click()
    const tags = page.getByLabel(/^Tags/)
    await tags.fill(`${await tags.inputValue()}, 3`)
    await button('Save').click()

    await shown('1, 2027, 3, Food, drink')
    expect(await page.evaluate(countTags)).toBe(4)
  })
})

/** In the page: adds a tag, by its whole name, to every event. */
async function addTagToAll(tag: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  const list = await (await fetch('/cal/events/v1/events?starts_after=2000-01-01')).json()
  for (const { id, tags } of list.events) {
    const ids = tags.map((each: { id: number }) => each.id)
    const body = JSON.stringify({ tags: [...ids, tag] })
    await fetch(`/cal/events/v1/events/${id}`, { method: 'POST', headers, body })
  }
}

/** In the page: the number of tags. */
async function countTags(): Promise<number> {
  return (await (await fetch('/cal/events/v1/tags?hide_empty=false')).json()).total
}
