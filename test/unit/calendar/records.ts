import { type FieldTable, withAddedFields } from '../../../src/calendar/model/field.ts'
import { FIELDS, type Records } from '../../../src/calendar/model/records.ts'

const POST = {
  status: 'publish',
  author: 1,
  slug: '',
  description: '',
  excerpt: '',
  date: '2027-03-15 10:00:00',
  dateUtc: '2027-03-15 10:00:00',
  modifiedUtc: '2027-03-15 10:00:00',
  image: null,
} as const

/** A published event of two hours, with the fields that matter to a test. */
export function eventRecord(options: Options<'events'> = {}): Made<'events'> {
  return withAdded('events', {
    ...POST,
    title: 'Ev',
    start: '2027-05-01 10:00:00',
    end: '2027-05-01 12:00:00',
    timezone: 'UTC',
    allDay: false,
    cost: '',
    website: null,
    showMap: false,
    showMapLink: false,
    hideFromListings: false,
    sticky: false,
    featured: false,
    venue: null,
    organizers: [],
    categories: [],
    tags: [],
    parent: null,
    customFields: {},
    password: '',
    ...options,
  })
}

export function venueRecord(options: Options<'venues'> = {}): Made<'venues'> {
  return withAdded('venues', {
    ...POST,
    name: 'Alpha Hall',
    address: '',
    city: '',
    country: '',
    province: '',
    state: '',
    stateprovince: '',
    zip: '',
    phone: '',
    website: '',
    showMap: true,
    showMapLink: true,
    latitude: '',
    longitude: '',
    ...options,
  })
}

export function organizerRecord(options: Options<'organizers'> = {}): Made<'organizers'> {
  return withAdded('organizers', { ...POST, name: 'Ann', phone: '', website: '', email: '', ...options })
}

export function termRecord(options: Options<'categories'> = {}): Made<'categories'> {
  return withAdded('categories', { name: 'Music', slug: 'music', description: '', parent: null, ...options })
}

type Options<C extends keyof Records> = Partial<Records[C]>
type Made<C extends keyof Records> = Omit<Records[C], 'uid'>

/** The record with the initial values of the fields that were added to its table, as a stored one is read. */
function withAdded<C extends keyof Records>(collection: C, record: object): Made<C> {
  const table: FieldTable = FIELDS[collection]
  return withAddedFields(table, record) as Made<C>
}
