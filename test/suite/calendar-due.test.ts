import { describe, expect, it } from 'vitest'
import { host, send } from '#host'
import { anEvent, calendar, nextName } from '../requests/calendar.ts'
import { settleLedger } from '../requests/settle-ledger.ts'

/** How many blocks are stored: a commit of the calendar is at least three of them. */
async function blocks(): Promise<number> {
  const response = await send('/api/v0/repo/stat', { method: 'POST' })
  const { NumObjects } = (await response.json()) as { readonly NumObjects: number }
  return NumObjects
}

const list = (tag: string) => calendar(`/events?status=publish&tags=${tag}`, { as: 'nobody' })

/** What readers are told of an event: by its list, the count of its tag, its page and the event itself. */
async function shown(slug: string, tag: string) {
  const events = await list(tag)
  const term = await calendar(`/tags?slug=${tag}`, { as: 'nobody' })
  const single = await calendar(`/events/by-slug/${slug}`, { as: 'nobody' })
  const page = await send(`/event/${slug}/`)
  await page.body?.cancel()
  return {
    list: [events.status, events.body],
    term: [term.status, term.body],
    single: [single.status, single.body],
    page: page.status,
  }
}

/** An event in the future, with what readers are told of it meanwhile: its date comes after that was read. */
async function scheduled() {
  for (let seconds = 4; ; seconds *= 2) {
    const [slug, tag] = [nextName(), nextName()]
    await calendar('/tags', { body: { name: tag, slug: tag } })
    await settleLedger(send)
    const dueMs = Date.now() + seconds * 1000
    const date_utc = new Date(dueMs).toISOString().slice(0, 19).replace('T', ' ')
    const start_date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const event = { start_date, end_date: start_date, slug, tags: [tag], date_utc }
    const created = await calendar('/events', { body: anEvent(event) })
    await settleLedger(send)
    const before = await blocks()
    const early = await shown(slug, tag)
    // The date has no fractions of a second.
    if (Date.now() < dueMs - 1000) return { slug, tag, created, before, early }
  }
}

describe('GET /cal/events/v1, of an event whose date comes', () => {
  it('shows it as published, and the same once it is committed', async () => {
    const { slug, tag, created, before, early } = await scheduled()
    const published = async () => (await list(tag)).body.total

    await expect.poll(published, { timeout: 30_000, interval: 200 }).toBe(1)
    const uncommitted = await shown(slug, tag)
    // Where the host has no alarm, what was read has written nothing, and the next write commits.
    if (host === 'memory') {
      expect(await blocks()).toBe(before)
      await calendar('/tags', { body: { name: nextName() } })
    }
    await expect.poll(blocks, { timeout: 30_000 }).toBeGreaterThanOrEqual(before + 3)

    expect([created.status, created.body.status, early.list[1].total]).toEqual([201, 'future', 0])
    expect([uncommitted.single[0], uncommitted.single[1].status, uncommitted.page]).toEqual([
      200,
      'publish',
      200,
    ])
    expect(uncommitted.term[1].tags[0].count).toBe(1)
    expect(await shown(slug, tag)).toEqual(uncommitted)
  })
})
