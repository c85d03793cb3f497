import type {
  Collection,
  EventRecord,
  ImageRecord,
  OrganizerRecord,
  PostRecord,
  Records,
  TermRecord,
  VenueRecord,
} from './records.ts'

type Kind = 'text' | 'integer' | 'flag' | 'text or null' | 'texts' | 'fields'
type Shape<R> = { readonly [Name in keyof R]-?: Kind }

const POST: Shape<PostRecord> = {
  uid: 'text',
  status: 'text',
  author: 'integer',
  slug: 'text',
  description: 'text',
  excerpt: 'text',
  date: 'text',
  dateUtc: 'text',
  modifiedUtc: 'text',
  image: 'text or null',
}

const EVENT: Shape<EventRecord> = {
  ...POST,
  title: 'text',
  start: 'text',
  end: 'text',
  timezone: 'text',
  allDay: 'flag',
  cost: 'text',
  website: 'text or null',
  showMap: 'flag',
  showMapLink: 'flag',
  hideFromListings: 'flag',
  sticky: 'flag',
  featured: 'flag',
  venue: 'text or null',
  organizers: 'texts',
  categories: 'texts',
  tags: 'texts',
  parent: 'text or null',
  customFields: 'fields',
  password: 'text',
}

const VENUE: Shape<VenueRecord> = {
  ...POST,
  name: 'text',
  address: 'text',
  city: 'text',
  country: 'text',
  province: 'text',
  state: 'text',
  stateprovince: 'text',
  zip: 'text',
  phone: 'text',
  website: 'text',
  showMap: 'flag',
  showMapLink: 'flag',
  latitude: 'text',
  longitude: 'text',
}

const ORGANIZER: Shape<OrganizerRecord> = {
  ...POST,
  name: 'text',
  phone: 'text',
  website: 'text',
  email: 'text',
}

const TERM: Shape<TermRecord> = {
  uid: 'text',
  name: 'text',
  slug: 'text',
  description: 'text',
  parent: 'text or null',
}

const IMAGE: Shape<ImageRecord> = {
  uid: 'text',
  author: 'integer',
  cid: 'text',
  source: 'text',
  name: 'text',
  type: 'text',
  bytes: 'integer',
  width: 'integer',
  height: 'integer',
  date: 'text',
}

const FIELDS: { readonly [C in Collection]: readonly (readonly [name: string, kind: Kind])[] } = {
  events: Object.entries(EVENT),
  venues: Object.entries(VENUE),
  organizers: Object.entries(ORGANIZER),
  categories: Object.entries(TERM),
  tags: Object.entries(TERM),
  images: Object.entries(IMAGE),
}

/** True for an object that has every field of a record of the collection, each of its kind. */
export function isRecordOf<C extends Collection>(collection: C, value: unknown): value is Records[C] {
  if (typeof value !== 'object' || value === null) return false
  return FIELDS[collection].every(
    ([name, kind]) => Object.hasOwn(value, name) && isOfKind(kind, Reflect.get(value, name)),
  )
}

function isOfKind(kind: Kind, value: unknown): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string'
    case 'text or null':
      return value === null || typeof value === 'string'
    case 'integer':
      return Number.isSafeInteger(value)
    case 'flag':
      return typeof value === 'boolean'
    case 'texts':
      return Array.isArray(value) && value.every((item) => typeof item === 'string')
    case 'fields':
      return isFields(value)
  }
}

function isFields(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every(
    (field) =>
      typeof field === 'object' &&
      field !== null &&
      typeof Reflect.get(field, 'label') === 'string' &&
      typeof Reflect.get(field, 'value') === 'string',
  )
}
