import type { Calendar, CalendarView } from '../../../src/calendar/model/calendar.ts'
import type { EventSelection } from '../../../src/calendar/model/selection.ts'
import { eventRecord, organizerRecord, termRecord, venueRecord } from '../../unit/calendar/records.ts'

/** The records beside the events, whatever their number. */
const VENUES = 500
const ORGANIZERS = 200
const TERMS = 100

/** Ids begin at 4, and events follow venues and organizers. */
const FIRST_EVENT = 4 + VENUES + ORGANIZERS

/** Changes that one commit may have. */
export const BATCH = 1000

const AUTHOR = { author: 'bench' }
const DAY_MS = 86_400_000
/** The clock of all lists: events are within three years before and after it. */
const NOW_MS = Date.UTC(2027, 2, 15)

const WORDS =
  'concert market reading garden night river open studio film walk talk dance kitchen choir chess workshop lecture tour picnic yoga jazz drums paper light winter summer harvest harbor island mountain forest stage'.split(
    ' ',
  )

/** The same numbers below `below` for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return Math.floor((state / 4294967296) * below)
  }
}

export async function fillSurroundings(calendar: Calendar): Promise<void> {
  const number = numbers(1)
  await calendar.write(async (draft) => {
    for (let at = 0; at < VENUES; at += 1) {
      const latitude = String(40 + number(1000) / 100)
      const longitude = String(number(2000) / 100)
      draft.create('venues', venueRecord({ name: `Hall ${at}`, slug: `hall-${at}`, latitude, longitude }))
    }
    for (let at = 0; at < ORGANIZERS; at += 1) {
      draft.create('organizers', organizerRecord({ name: `Ann ${at}`, slug: `ann-${at}` }))
    }
    for (let at = 0; at < TERMS / 2; at += 1) {
      draft.create('categories', termRecord({ name: `Kind ${at}`, slug: `kind-${at}` }))
      draft.create('tags', termRecord({ name: `Word ${at}`, slug: `word-${at}` }))
    }
  }, AUTHOR)
}

/** Up to {@link BATCH} events in one commit: 250 characters of text, one venue, organizer and category, two tags. */
export async function fillEvents(calendar: Calendar, { from, count }: { from: number; count: number }) {
  const number = numbers(from + 7)
  const words = (length: number) => Array.from({ length }, () => WORDS[number(WORDS.length)] ?? '').join(' ')
  await calendar.write(async (draft) => {
    const uids = (collection: 'venues' | 'organizers' | 'categories' | 'tags') => {
      const all = Array.from(draft.rows(collection), ({ uid }) => uid)
      return () => all[number(all.length)] ?? ''
    }
    const [venue, organizer, category, tag] = [
      uids('venues'),
      uids('organizers'),
      uids('categories'),
      uids('tags'),
    ]
    for (let at = from; at < from + count; at += 1) {
      const startMs = NOW_MS + (number(6 * 365) - 3 * 365) * DAY_MS + number(20) * 3_600_000
      draft.create(
        'events',
        eventRecord({
          title: `${words(4)} ${at}`,
          slug: `${words(1)}-${at}`,
          description: words(40),
          start: wall(startMs),
          end: wall(startMs + 7_200_000),
          venue: venue(),
          organizers: [organizer()],
          categories: [category()],
          tags: [tag(), tag()],
        }),
      )
    }
  }, AUTHOR)
}

const UPCOMING = { from: NOW_MS - DAY_MS, before: NOW_MS + 730 * DAY_MS }

/** The usual lists, each for its first page of ten. */
export const LISTS: Readonly<Record<string, (view: CalendarView) => Partial<EventSelection>>> = {
  upcoming: () => ({ starts: UPCOMING }),
  range: () => ({ starts: { from: NOW_MS, before: NOW_MS + 31 * DAY_MS } }),
  category: (view) => ({ starts: UPCOMING, categories: [view.idBySlug('categories', 'kind-3') ?? 0] }),
  tag: (view) => ({ starts: UPCOMING, tags: [view.idBySlug('tags', 'word-7') ?? 0] }),
  venue: (view) => ({ starts: UPCOMING, venues: [view.idBySlug('venues', 'hall-7') ?? 0] }),
  organizer: (view) => ({ starts: UPCOMING, organizers: [view.idBySlug('organizers', 'ann-7') ?? 0] }),
  geolocation: () => ({ starts: UPCOMING, near: { latitude: 45, longitude: 10, meters: 100_000 } }),
  'deep page': () => ({}),
  include: () => ({ include: Array.from({ length: 10 }, (_, at) => FIRST_EVENT + at * 7) }),
  search: () => ({ starts: UPCOMING, text: { all: ['harbor', 'chess'], without: [] } }),
  'search of a rare word': () => ({ text: { all: ['777'], without: [] } }),
}

/** Selects one of the lists and reads its page; resolves to how many events match. */
export async function list(calendar: Calendar, name: string, size: number): Promise<number> {
  const view = await calendar.view()
  const offset = name === 'deep page' ? Math.floor(size * 0.9) : 0
  const selection = { statuses: ['publish'], offset, limit: 10, ...LISTS[name]?.(view) } as const
  const { ids, total } = await view.selectEvents(selection)
  await view.read('events', ids)
  return total
}

export async function readOne(calendar: Calendar, at: number): Promise<void> {
  const id = FIRST_EVENT + at
  const view = await calendar.view({ prefetch: { collection: 'events', id } })
  await view.read('events', [id])
}

export function createOne(calendar: Calendar, at: number): Promise<number> {
  return calendar.write(
    async (draft) => draft.create('events', eventRecord({ title: `New ${at}`, slug: `new-${at}` })),
    AUTHOR,
  )
}

export async function updateOne(calendar: Calendar, at: number): Promise<void> {
  await calendar.write(async (draft) => {
    const [item] = await draft.read('events', [FIRST_EVENT + at])
    if (item) {
      draft.replace('events', item.id, { ...item.record, excerpt: `${item.record.excerpt}${at}` })
    }
  }, AUTHOR)
}

function wall(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}
