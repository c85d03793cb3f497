import { describe, expect, it } from 'vitest'
import type { EventRecord } from '../../../src/calendar/model/event.ts'
import type { PostRecord } from '../../../src/calendar/model/records.ts'
import { publishDue } from '../../../src/calendar/plans/publish-due.ts'
import { toWall } from '../../../src/calendar/time/wall-clock.ts'
import { parseZone, UTC, type Zone } from '../../../src/calendar/time/zone.ts'
import { ROUNDS, SEED, TIMEOUT_MS } from '../fuzz/fuzz.ts'
import { type Chance, chance } from '../rpc/chance.ts'
import { type Answer, type CalledCalendar, calledCalendar, NOW_MS } from './called-calendar.ts'
import { eventRecord, organizerRecord, termRecord, venueRecord } from './records.ts'

/** Two of them; more in the soak run. */
const CALENDARS = ROUNDS / 150
const MOMENTS = 3
const DAY_MS = 86_400_000
const ZONES = [
  'UTC+0',
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Apia',
  'UTC-9:30',
]
const STATUSES = ['future', 'future', 'future', 'publish', 'draft', 'private', 'trash'] as const
const WORDS = ['alpha', 'beta', 'gamma', 'delta'] as const

/** Paths below the calendar whose answers tell of each status, order, filter, count and link. */
const LISTS = [
  ...['', 'search=alpha', 'orderby=event_published&order=desc', 'orderby=event_title', 'orderby=event_id'],
  ...['page=2', 'venue=4', 'venue=5', 'organizer=7', 'categories=2', 'tags=5', 'featured=true'],
  ...['status=publish', 'status=future', 'status=any', 'include=10,11,12,13,14,15', 'post_parent=10'],
  ...['geoloc_lat=52.5&geoloc_lng=13.4&geoloc_distance=500&orderby=event_distance', 'status=publish,future'],
].map((query) => `/events?per_page=7&start_date=2026-01-01&${query}`)
const PLACES = ['venues', 'organizers'].flatMap((name) =>
  ['', 'search=alpha', 'has_events=true', 'only_with_upcoming=true', 'status=future', 'event=12'].map(
    (query) => `/${name}?${query}`,
  ),
)
const TERMS = ['categories', 'tags'].flatMap((name) =>
  ['', 'hide_empty=false&orderby=count', 'post=12', 'search=a'].map((query) => `/${name}?${query}`),
)

/** Venues 4 to 6, organizers 7 to 9, events from 10 on; categories 2 to 4, tags 5 to 7. */
async function randomCalendar(random: Chance, siteZone: string): Promise<CalledCalendar> {
  const zone = parseZone(siteZone, UTC) ?? UTC
  const calendar = await calledCalendar({ siteZone })
  const { node } = calendar
  await node.calendar.write(
    async (draft) => {
      const venues = [0, 1, 2].map((at) =>
        draft.create(
          'venues',
          venueRecord({ ...post(random, zone), name: WORDS[at] ?? '', latitude: '52.5', longitude: '13.4' }),
        ),
      )
      const organizers = [0, 1, 2].map((at) =>
        draft.create('organizers', organizerRecord({ ...post(random, zone), name: WORDS[at] ?? '' })),
      )
      const terms = (['categories', 'tags'] as const).map((collection) =>
        [0, 1, 2].map((at) => {
          const id = draft.create(collection, termRecord({ name: WORDS[at] ?? '', slug: WORDS[at] ?? '' }))
          return draft.uidOf(collection, id)
        }),
      )
      for (let left = 24; left > 0; left -= 1) {
        const day = 1 + random.below(28)
        const event: Partial<EventRecord> = {
          title: `${random.oneOf(WORDS)} ${random.oneOf(WORDS)}`,
          start: `2027-0${4 + random.below(5)}-${String(day).padStart(2, '0')} 10:00:00`,
          end: '2027-12-01 12:00:00',
          timezone: random.oneOf(['UTC', 'Asia/Tokyo', 'America/New_York']),
          venue: draft.uidOf('venues', random.oneOf(venues)),
          organizers: [draft.uidOf('organizers', random.oneOf(organizers))],
          categories: [random.oneOf(terms[0] ?? [])],
          tags: [random.oneOf(terms[1] ?? [])],
          featured: random.below(3) === 0,
          hideFromListings: random.below(6) === 0,
          password: random.below(6) === 0 ? 'secret' : '',
          parent: left === 24 ? null : draft.uidOf('events', 10),
        }
        draft.create('events', eventRecord({ ...event, ...post(random, zone) }))
      }
    },
    { author: 'admin' },
  )
  await calendar.call({ as: 'admin', method: 'DELETE', path: '/tags/7' })
  return calendar
}

/** What all posts have; slugs are often the same, as those of drafts may be. */
function post(random: Chance, zone: Zone): Partial<PostRecord> {
  const dateMs = NOW_MS + (random.below(400) - 40) * DAY_MS + random.below(86_400) * 1000
  return {
    status: random.oneOf(STATUSES),
    author: 1 + random.below(3),
    slug: `${random.oneOf(WORDS)}-${random.below(4)}`,
    date: toWall(dateMs, zone),
    dateUtc: toWall(dateMs, UTC),
  }
}

const READERS = ['nobody', 'author', 'admin', 'nobody'] as const

/** Each answer by who asked and for what; who asks for what is another in each turn. */
async function answers({ call, read }: CalledCalendar, turn: number): Promise<ReadonlyMap<string, unknown>> {
  const slugs = WORDS.flatMap((word) => [0, 1, 2, 3].map((at) => `${word}-${at}`))
  const items = Array.from({ length: 34 }, (_, id) => `/events/${id}`)
  const few = [4, 5, 6, 7, 8, 9].flatMap((id) => [`/venues/${id}`, `/organizers/${id}`, `/categories/${id}`])
  const bySlug = slugs.flatMap((slug) => [`/events/by-slug/${slug}`, `/venues/by-slug/${slug}`])
  const found = new Map<string, unknown>()
  for (const [at, path] of [...LISTS, ...PLACES, ...TERMS, ...items, ...few, ...bySlug].entries()) {
    const as = READERS[(at + turn) % READERS.length] ?? 'nobody'
    found.set(`${as} ${path}`, told(await call({ as, method: 'GET', path })))
  }
  const pages = slugs.flatMap((slug) => [`/event/${slug}/`, `/venue/${slug}/`, `/organizer/${slug}/`])
  for (const path of [...pages, '/events/category/alpha/', '/tag/beta/'])
    found.set(path, told(await read(path)))
  return found
}

function told({ status, headers, text }: Answer) {
  return { status, headers: [...headers], text }
}

describe('answers about what is due', () => {
  it('are the same bytes before and after the commit, in any calendar at any moment', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const random = chance(SEED)
    let changed = 0
    for (let round = 0; round < CALENDARS; round += 1) {
      const siteZone = random.oneOf(ZONES)
      const calendar = await randomCalendar(random, siteZone)
      const { calendar: service, clock } = calendar.node
      for (let moment = 0; moment < MOMENTS; moment += 1) {
        const turn = round + moment
        await calendar.move(random.below(120) * DAY_MS + random.below(86_400_000))
        const head = (await service.view()).head?.toString()
        const before = await answers(calendar, turn)
        expect((await service.view()).head?.toString(), 'a GET commits nothing').toBe(head)

        await publishDue(calendar.node, { nowMs: clock.now() })

        if ((await service.view()).head?.toString() !== head) changed += 1
        const after = await answers(calendar, turn)
        for (const [asked, answer] of before)
          expect(after.get(asked), `seed ${SEED}, calendar ${round}, ${asked}`).toEqual(answer)
      }
    }
    expect(changed).toBeGreaterThan(CALENDARS)
  })
})
