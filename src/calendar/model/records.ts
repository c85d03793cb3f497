import { EVENT_FIELDS, type EventRecord } from './event.ts'
import type { Field, FieldTable, RecordOf, Stored } from './field.ts'
import { ORGANIZER_FIELDS, type OrganizerRecord, VENUE_FIELDS, type VenueRecord } from './places.ts'

/** The fields of a tag. `parent` is `null` in tags. Spec: calendar facts, section 15. */
export const TAG_FIELDS = {
  uid: { stored: 'text' },
  name: {
    stored: 'text',
    wire: 'name',
    reads: 'text',
    about: 'Name',
    type: 'string',
    required: true,
    check: 'substantial',
  },
  description: {
    stored: 'text',
    wire: 'description',
    reads: 'text',
    about: 'Description',
    type: 'string',
    check: 'substantial',
  },
  slug: {
    stored: 'text',
    wire: 'slug',
    reads: 'string',
    about: 'Slug',
    type: 'string',
    check: 'substantial',
  },
  parent: { stored: 'text or null' },
} as const satisfies FieldTable

/** The fields of a category. */
export const CATEGORY_FIELDS = {
  ...TAG_FIELDS,
  parent: {
    stored: 'text or null',
    wire: 'parent',
    reads: 'integer',
    about: 'Id of the parent',
    type: 'integer',
    check: 'category',
  },
} as const satisfies FieldTable

export type TermRecord = RecordOf<typeof TAG_FIELDS>

/** The fields of a picture. Its bytes are content of this node. No request sends these fields. */
export const IMAGE_FIELDS = {
  uid: { stored: 'text' },
  author: { stored: 'integer' },
  /** Root CID of the file, as text. */
  cid: { stored: 'text' },
  /** The URL that it was fetched from. The same URL is not fetched twice. */
  source: { stored: 'text' },
  name: { stored: 'text' },
  type: { stored: 'text' },
  bytes: { stored: 'integer' },
  width: { stored: 'integer' },
  height: { stored: 'integer' },
  date: { stored: 'text' },
} as const satisfies FieldTable

export type ImageRecord = RecordOf<typeof IMAGE_FIELDS>

/** The data of a picture after it was fetched and stored. */
export type FetchedImage = Pick<
  ImageRecord,
  'cid' | 'source' | 'name' | 'type' | 'bytes' | 'width' | 'height'
>

/** Results by URL: the picture, or `unusable`. A URL without an entry was not fetched yet. */
export type FetchedImages = ReadonlyMap<string, FetchedImage | 'unusable'>

/**
 * The record types of the calendar, one dag-cbor block for each version of a record. Records refer to each other by
 * `uid`, never by the integer ids of the API, so that replicas that wrote independently can be merged. They hold
 * what was sent (a wall clock and a zone), never what a host derives from it (an instant), so that the same
 * operations give the same blocks on every host.
 *
 * Texts are stored raw, as sent, and rendered when they are read. Absent texts are `''`.
 */
export interface Records {
  readonly events: EventRecord
  readonly venues: VenueRecord
  readonly organizers: OrganizerRecord
  readonly categories: TermRecord
  readonly tags: TermRecord
  readonly images: ImageRecord
}

export type Collection = keyof Records

/** A record without a uid. */
export type NewRecord<C extends Collection> = { readonly [K in C]: Omit<Records[K], 'uid'> }[C]

/** 128 random bits in base32, given once. */
export type Uid = string

/** The fields that events, venues and organizers have in common. */
export type PostRecord = Pick<
  EventRecord,
  Exclude<keyof EventRecord & keyof VenueRecord & keyof OrganizerRecord, 'website'>
>

/** The fields of each collection. */
export const FIELDS = {
  events: EVENT_FIELDS,
  venues: VENUE_FIELDS,
  organizers: ORGANIZER_FIELDS,
  categories: CATEGORY_FIELDS,
  tags: TAG_FIELDS,
  images: IMAGE_FIELDS,
} as const satisfies { readonly [C in Collection]: FieldTable }

const ENTRIES = Object.fromEntries(
  Object.entries(FIELDS).map(([collection, fields]) => [collection, Object.entries<Field>(fields)]),
)

/** True for an object that has every field of a record of the collection, each of the right kind. */
export function isRecordOf<C extends Collection>(collection: C, value: unknown): value is Records[C] {
  if (typeof value !== 'object' || value === null) return false
  return (ENTRIES[collection] ?? []).every(
    ([name, { stored }]) => Object.hasOwn(value, name) && IS_KIND[stored](Reflect.get(value, name)),
  )
}

const isText = (value: unknown) => typeof value === 'string'

const IS_KIND: { readonly [K in keyof Stored]: (value: unknown) => boolean } = {
  text: isText,
  status: isText,
  integer: Number.isSafeInteger,
  flag: (value) => typeof value === 'boolean',
  'text or null': (value) => value === null || isText(value),
  texts: (value) => Array.isArray(value) && value.every(isText),
  labelled: (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(isLabelled),
}

function isLabelled(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    isText(Reflect.get(value, 'label')) &&
    isText(Reflect.get(value, 'value'))
  )
}
