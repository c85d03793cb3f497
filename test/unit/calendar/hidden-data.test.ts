import { describe, expect, it } from 'vitest'
import { type Field, isSent } from '../../../src/calendar/model/field.ts'
import { FIELDS } from '../../../src/calendar/model/records.ts'
import { ROUNDS, SEED, TIMEOUT_MS } from '../fuzz/fuzz.ts'
import { chance } from '../rpc/chance.ts'
import { type CalledCalendar, calledCalendar } from './called-calendar.ts'
import { QUERY_NAMES } from './declared-names.ts'
import { type Sample, sampleValues } from './sample-values.ts'

const WHEN = { start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' }
const HIDDEN_STATUSES = ['draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit'] as const

/** What is different in the two worlds, all of it hidden. */
interface Hidden extends Sample {
  readonly time: string
  readonly term: string
  readonly zone: string
}

const WORLDS: readonly Hidden[] = [
  { word: 'walrus', number: 52, isOn: true, time: '2027-05-03 10:00', term: 'red', zone: 'Asia/Tokyo' },
  { word: 'wolverine', number: 13, isOn: false, time: '2027-06-04 11:00', term: 'blue', zone: 'UTC' },
]

/** The same in both worlds: the wire tells it of hidden records too, lists depend on it, or it is a link. */
const SAME: Readonly<Record<'events' | 'venues' | 'organizers', readonly string[]>> = {
  events: ['author', 'date', 'date_utc', 'status', 'image', 'venue', 'organizer', 'hide_from_listings'],
  venues: ['author', 'date', 'date_utc', 'status', 'image'],
  organizers: ['author', 'date', 'date_utc', 'status', 'image'],
}

/** What a hidden record says, by the declaration of its fields, so that a new field is hidden here by itself. */
function saidBy(collection: keyof typeof SAME, hidden: Hidden): Record<string, unknown> {
  const sample = Object.entries(sampleValues(FIELDS[collection], hidden))
  return {
    ...Object.fromEntries(sample.filter(([name]) => !SAME[collection].includes(name))),
    ...(collection === 'events' && {
      start_date: hidden.time,
      end_date: hidden.time,
      categories: [hidden.term],
      tags: [hidden.term],
      timezone: hidden.zone,
    }),
  }
}

/**
 * A calendar with public records, and with hidden ones that say something else in each world. Ids are the same in
 * both, and so are slugs: the wire tells whether an id or slug is taken, which venues and organizers a draft has, and
 * that a term has an event with a password, which it counts.
 */
async function world(hidden: Hidden): Promise<CalledCalendar> {
  const { word, isOn } = hidden
  const calendar = await calledCalendar({ siteZone: 'Europe/Berlin' })
  const { create } = calendar
  for (const name of ['red', 'blue', 'green']) {
    await create('categories', { name })
    await create('tags', { name })
  }
  const hall = await create('venues', { venue: 'Hall', geo_lat: '52.5', geo_lng: '13.4' })
  const barn = await create('venues', { venue: 'Barn' })
  const { geo_lat, geo_lng, ...place } = saidBy('venues', hidden)
  const coordinates = { geo_lat: '52.6', geo_lng: '13.5' }
  const hiddenHall = await create('venues', { ...place, status: 'draft', ...(isOn && coordinates) })
  const hiddenClub = await create('organizers', {
    ...saidBy('organizers', hidden),
    status: 'private',
  })
  await create('events', { ...WHEN, title: 'Open', venue: hall, categories: ['green'], tags: ['green'] })
  await create('events', { ...WHEN, title: 'Out', venue: hiddenHall, organizer: hiddenClub, tags: ['green'] })
  const said = saidBy('events', hidden)
  for (const status of HIDDEN_STATUSES) {
    const venue = status === 'draft' || isOn ? hall : barn
    await create('events', { ...said, slug: `hidden-${status}`, status, venue })
  }
  await create('events', { ...said, date: '2028-01-01', venue: hiddenHall })
  const guarded = await create('events', {
    ...withoutUnmasked(said),
    ...WHEN,
    title: 'Guarded',
    timezone: 'UTC',
    categories: ['green'],
    tags: ['green'],
    venue: hiddenHall,
  })
  await calendar.lock(guarded, word)
  return calendar
}

/** What an event with a password hides. Its unmasked fields say when it begins, so `all_day` does not differ. */
function withoutUnmasked(said: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown = Object.values<Field>(FIELDS.events).flatMap(({ unmasked, wire }) => (unmasked ? [wire] : []))
  return Object.fromEntries(Object.entries(said).filter(([name]) => ![...shown, 'all_day'].includes(name)))
}

const PATHS = [
  '/events',
  '/venues',
  '/organizers',
  '/categories',
  '/tags',
  '/doc',
  '',
  '/events/by-slug/guarded',
  '/events/by-slug/open',
  '/events/by-slug/hidden-draft',
  '/events/by-slug/hidden-trash__trashed',
  ...Array.from({ length: 20 }, (_, id) =>
    ['events', 'venues', 'organizers'].map((name) => `/${name}/${id}`),
  ).flat(),
  ...Array.from({ length: 10 }, (_, id) => ['categories', 'tags'].map((name) => `/${name}/${id}`)).flat(),
]

const VALUES = [
  'walrus',
  'wolverine',
  '-walrus',
  'red',
  'blue',
  'green',
  'red,blue',
  'true',
  'false',
  'any',
  'draft',
  'publish',
  'draft,publish',
  'private',
  'trash',
  '2027-05-03',
  '2027-06-01',
  '2026-01-01',
  '2030-01-01',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
  '11',
  '12',
  '13',
  '14',
  '15',
  '16',
  '4,5,6,7,8,9,10,11,12,13,14,15,16',
  'asc',
  'desc',
  'title',
  'count',
  'name',
  'start_date',
  'event_date',
  'event_title',
  'event_published',
  'event_id',
  'event_distance',
  'include',
  'description',
  '52.5',
  '13.4',
  '20000',
  'edit',
  'x',
  'walrus hall',
  'wolverine-club',
  'OPTIONS',
  '',
] as const

/** What a hidden venue could be found by: pairs that chance seldom puts together. */
const NEAR = [
  'geoloc=false',
  'geoloc=true',
  'geoloc_lat=52.6&geoloc_lng=13.5',
  'geoloc_lat=52.6&geoloc_lng=13.5&geoloc_distance=20000',
  'geoloc_lat=52.6&geoloc_lng=13.5&geoloc_distance=1&geoloc=false',
  'geoloc_lat=52.5&geoloc_lng=13.4&geoloc_distance=20000&orderby=event_distance',
  'orderby=event_title&order=desc',
  'orderby=event_distance',
  'has_events=true',
  'has_events=false',
  'only_with_upcoming=true',
]

describe('what is hidden', () => {
  it.each(['events', 'venues', 'organizers'] as const)('differs in each field of %s', (collection) => {
    const [one = {}, other = {}] = WORLDS.map((hidden) => saidBy(collection, hidden))
    const sent = Object.values<Field>(FIELDS[collection]).filter(isSent)
    const names = sent.map(({ wire }) => wire).filter((name) => !SAME[collection].includes(name))

    for (const name of names) {
      expect(one[name], `a value of ${name} that sample-values.ts lacks`).toBeDefined()
      expect(one[name]).not.toEqual(other[name])
    }
  })

  it('changes no answer about places, orders and links, for any of these users', async () => {
    const worlds = await Promise.all(WORLDS.map(world))

    for (const collection of ['events', 'venues', 'organizers']) {
      for (const query of NEAR) {
        for (const as of ['nobody', 'subscriber'] as const) {
          const request = { as, method: 'GET', path: `/${collection}?${query}&per_page=50` } as const
          const [one, other] = await Promise.all(worlds.map(({ call }) => call(request)))
          expect(shown(other), request.path).toEqual(shown(one))
          expect([200, 400]).toContain(one?.status)
        }
      }
    }
  })

  it('changes no answer to anonymous clients and to subscribers', { timeout: TIMEOUT_MS }, async () => {
    const worlds = await Promise.all(WORLDS.map(world))
    const random = chance(SEED)
    const statuses = new Set<number>()

    for (let round = 0; round < ROUNDS; round += 1) {
      const query = new URLSearchParams()
      for (let left = random.below(4); left > 0; left -= 1)
        query.append(random.oneOf(QUERY_NAMES), random.oneOf(VALUES))
      const words = query.getAll('password')
      if (words.includes('walrus') || words.includes('wolverine')) continue
      const request = {
        as: random.oneOf(['nobody', 'nobody', 'subscriber']),
        method: random.oneOf(['GET', 'GET', 'GET', 'HEAD', 'OPTIONS']),
        path: `${random.oneOf(PATHS)}?${query}`,
      } as const

      const [one, other] = await Promise.all(worlds.map(({ call }) => call(request)))

      statuses.add(one?.status ?? 0)
      expect(
        shown(other),
        `seed ${SEED}, round ${round}: ${request.as} ${request.method} ${request.path}`,
      ).toEqual(shown(one))
    }
    expect([...statuses].sort()).toEqual([200, 400, 403, 404])
  })

  it('is in no block that strangers may read, also after a backup', async () => {
    const { create, node } = await calledCalendar()
    const [hidden] = WORLDS
    if (!hidden) throw new Error('no world')
    for (const collection of ['events', 'venues', 'organizers'] as const) {
      await create(collection, { ...saidBy(collection, hidden), status: 'draft', categories: [], tags: [] })
    }
    const isSaid = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).includes(hidden.word)
    let blocks = 0

    for await (const _ of node.backup.exporting());
    for await (const { cid } of node.blockstore.list()) {
      if (isSaid(await node.blockstore.get(cid))) blocks += 1
      expect(isSaid(await node.publicBlocks.get(cid)), `${cid}`).toBe(false)
    }

    // The three records, and the rows of the backup.
    expect(blocks).toBeGreaterThan(3)
  })

  it('is there for who may see it', async () => {
    const [one] = await Promise.all(WORLDS.map(world))

    const answer = await one?.call({ as: 'admin', method: 'GET', path: '/events?search=walrus&per_page=50' })

    expect(JSON.parse(answer?.text ?? '').total).toBeGreaterThan(3)
  })
})

function shown(answer: { status: number; headers: Headers; text: string } | undefined) {
  return { status: answer?.status, headers: [...(answer?.headers ?? [])], text: answer?.text }
}
