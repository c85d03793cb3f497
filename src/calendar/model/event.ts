import type { FieldTable, RecordOf } from './field.ts'
import { AUTHOR, DESCRIPTION, IMAGE, POST_BASE, PUBLICATION, PUBLICATION_UTC, STATUS } from './post-fields.ts'

const flag = <Name extends string>(wire: Name, about: string) =>
  ({ stored: 'flag', wire, reads: 'flag', about, type: 'boolean', shows: 'value' }) as const

const wall = <Name extends string>(wire: Name, about: string) =>
  ({
    stored: 'text',
    wire,
    reads: 'string',
    about,
    type: 'string',
    required: true,
    check: 'date',
    unmasked: true,
  }) as const

const LIST = { default: null, items: 'integer', described: 'array' } as const

/** The fields of an event. Spec: calendar document, section 3; calendar facts, section 9. */
export const EVENT_FIELDS = {
  ...POST_BASE,
  author: { ...AUTHOR, unmasked: true },
  date: { ...PUBLICATION, check: 'date', unmasked: true },
  dateUtc: { ...PUBLICATION_UTC, check: 'date', unmasked: true },
  title: {
    stored: 'text',
    wire: 'title',
    reads: 'text',
    about: 'Title',
    type: 'string',
    required: true,
    check: 'title',
    unmasked: true,
  },
  description: { ...DESCRIPTION, check: 'written', emptiable: true },
  /** `''` for a draft that never had a slug. */
  slug: {
    stored: 'text',
    wire: 'slug',
    reads: 'string',
    about: 'Slug',
    type: 'string',
    check: 'written',
    unmasked: true,
  },
  excerpt: {
    stored: 'text',
    wire: 'excerpt',
    reads: 'text',
    about: 'Excerpt',
    type: 'string',
    check: 'written',
    emptiable: true,
  },
  status: { ...STATUS, unmasked: true },
  /** The zone as sent: an IANA name, an abbreviation or a fixed offset. */
  timezone: {
    stored: 'text',
    wire: 'timezone',
    reads: 'string',
    about: 'Time zone',
    type: 'string',
    check: 'zone',
    unmasked: true,
  },
  allDay: {
    stored: 'flag',
    wire: 'all_day',
    reads: 'flag',
    about: 'Lasts whole days',
    type: 'boolean',
    default: false,
  },
  /** Wall clocks in the event's own zone. */
  start: wall('start_date', 'Start'),
  end: wall('end_date', 'End'),
  image: { ...IMAGE, check: 'image', emptiable: true },
  /** The cost as sent, in one string. */
  cost: { stored: 'text', wire: 'cost', reads: 'cost', about: 'Cost', described: 'string' },
  /** `null` when none was ever set; answers then give the event's own page. */
  website: {
    stored: 'text or null',
    wire: 'website',
    reads: 'address',
    about: 'Address of a page',
    default: null,
    described: 'string',
    check: 'address',
  },
  showMap: flag('show_map', 'Show a map'),
  showMapLink: flag('show_map_link', 'Show a link to a map'),
  hideFromListings: flag('hide_from_listings', 'Leave out of lists'),
  sticky: flag('sticky', 'Keep on top in calendar views'),
  featured: flag('featured', 'Is featured'),
  categories: {
    stored: 'texts',
    wire: 'categories',
    reads: 'terms',
    about: 'Ids or names of categories',
    ...LIST,
    check: 'terms',
  },
  tags: {
    stored: 'texts',
    wire: 'tags',
    reads: 'terms',
    about: 'Ids or names of tags',
    ...LIST,
    check: 'terms',
  },
  venue: {
    stored: 'text or null',
    wire: 'venue',
    reads: 'venue',
    about: 'Id or data of a venue',
    ...LIST,
    check: 'venue',
  },
  organizers: {
    stored: 'texts',
    wire: 'organizer',
    reads: 'organizers',
    about: 'Ids or data of organizers',
    ...LIST,
    check: 'organizers',
  },
  parent: { stored: 'text or null' },
  customFields: { stored: 'labelled' },
  /** `''` when the event has none. The API cannot set one. */
  password: { stored: 'text' },
} as const satisfies FieldTable

export type EventRecord = RecordOf<typeof EVENT_FIELDS>
