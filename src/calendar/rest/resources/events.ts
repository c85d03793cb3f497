import { isStatus } from '../../rules/statuses.ts'
import { isSubstantialText, isWebAddress, toFlag } from './checks.ts'
import type { Check, Fields } from './field.ts'
import { isImage } from './image-check.ts'
import { areLinkedOrganizers, isLinkedVenue } from './link-checks.ts'
import { PAGING_FIELDS } from './paging-fields.ts'
import {
  arePositiveIntegers,
  arePosts,
  areTerms,
  isDate,
  isListedEvent,
  isStatusFilter,
  isUser,
  isZone,
} from './reference-checks.ts'
import type { Resource } from './resource.ts'

const isTitle: Check = (value) => isSubstantialText(value) && String(value).trim() !== ''
const isWritten: Check = (value) => typeof value === 'string' && value !== ''
const isAddress: Check = (value) => value === '' || isWebAddress(value)
const isStrictWord: Check = isSubstantialText

/** The part that sells tickets is not here. */
const sellsTickets: Check = (value) =>
  toFlag(value) !== true || {
    message: 'Event Tickets plugin is not activated.',
    code: 'event-tickets-not-active',
  }

const flag = (about: string) => ({ about, type: 'boolean' }) as const
const terms = (about: string) => ({ about, default: null, items: 'integer', described: 'array' }) as const

const QUERY = {
  ...PAGING_FIELDS,
  start_date: { about: 'Events that start at or after this date', described: 'string', check: isDate },
  end_date: { about: 'Events that start before the end of this date', described: 'string', check: isDate },
  starts_before: { about: 'Events that start before this date', described: 'string', check: isDate },
  starts_after: { about: 'Events that start after this date', described: 'string', check: isDate },
  ends_before: { about: 'Events that end before this date', described: 'string', check: isDate },
  ends_after: { about: 'Events that end after this date', described: 'string', check: isDate },
  strict_dates: {
    about: 'Take dates to the second instead of whole days',
    default: 'false',
    described: 'string',
    check: isStrictWord,
  },
  search: {
    about: 'Words that the title, excerpt or description has',
    type: 'string',
    check: isSubstantialText,
  },
  categories: {
    about: 'Slugs or ids of categories, any of them, with their descendants',
    items: 'integer',
    described: 'array',
    check: areTerms('categories'),
  },
  tags: {
    about: 'Slugs or ids of tags, any of them',
    items: 'integer',
    described: 'array',
    check: areTerms('tags'),
  },
  venue: {
    about: 'Ids of venues, any of them',
    items: 'integer',
    described: 'array',
    check: arePosts('venues'),
  },
  organizer: {
    about: 'Ids of organizers, any of them',
    items: 'integer',
    described: 'array',
    check: arePosts('organizers'),
  },
  featured: { about: 'Only events that are featured, or only others', type: 'boolean' },
  status: { about: 'Status or statuses', format: 'string', described: 'string', check: isStatusFilter },
  geoloc: { about: 'Only events whose venue has coordinates, or only others', type: 'boolean' },
  geoloc_lat: { about: 'Latitude to be near to; needs geoloc_lng', format: 'double', described: 'number' },
  geoloc_lng: { about: 'Longitude to be near to; needs geoloc_lat', format: 'double', described: 'number' },
  include: {
    about: 'Ids of the events to return, whatever their dates',
    items: 'integer',
    described: 'array',
    check: arePositiveIntegers,
  },
  post_parent: { about: 'Events below this event', type: 'integer', check: isListedEvent },
  ticketed: {
    about: 'Events with tickets, which this node does not sell',
    type: 'boolean',
    check: sellsTickets,
  },
  geoloc_distance: {
    about: 'Kilometres around geoloc_lat and geoloc_lng; 40 when absent',
    described: 'number',
    extension: true,
  },
  orderby: {
    about:
      'event_date, event_title, event_published, event_id, event_distance or include; other words have no effect',
    described: 'string',
    extension: true,
  },
  order: { about: 'asc or desc; takes effect with orderby', described: 'string', extension: true },
  password: {
    about: 'Password that opens the events that have it',
    type: 'string',
    extension: true,
    check: isWritten,
  },
} as const satisfies Fields

const FIELDS = {
  author: { about: 'Id of the author', type: 'integer', check: isUser },
  date: { about: 'Publication', type: 'string', check: isDate },
  date_utc: { about: 'Publication in UTC', type: 'string', check: isDate },
  title: { about: 'Title', type: 'string', required: true, check: isTitle },
  description: { about: 'Description', type: 'string', check: isWritten, emptiable: true },
  slug: { about: 'Slug', type: 'string', check: isWritten },
  excerpt: { about: 'Excerpt', type: 'string', check: isWritten, emptiable: true },
  status: { about: 'Status', type: 'string', check: isStatus },
  timezone: { about: 'Time zone', type: 'string', check: isZone },
  all_day: { about: 'Lasts whole days', type: 'boolean', default: false },
  start_date: { about: 'Start', type: 'string', required: true, check: isDate },
  end_date: { about: 'End', type: 'string', required: true, check: isDate },
  image: { about: 'Id or address of a picture', type: 'string', check: isImage, emptiable: true },
  cost: { about: 'Cost', described: 'string' },
  website: { about: 'Address of a page', default: null, described: 'string', check: isAddress },
  show_map: flag('Show a map'),
  show_map_link: flag('Show a link to a map'),
  hide_from_listings: flag('Leave out of lists'),
  sticky: flag('Keep on top in calendar views'),
  featured: flag('Is featured'),
  categories: terms('Ids or names of categories'),
  tags: terms('Ids or names of tags'),
  venue: { ...terms('Id or data of a venue'), check: isLinkedVenue },
  organizer: { ...terms('Ids or data of organizers'), check: areLinkedOrganizers },
} as const satisfies Fields

export const EVENTS: Resource = {
  collection: 'events',
  item: 'event',
  schema: 'Event',
  type: 'cal_events',
  bySlug: true,
  query: QUERY,
  fields: FIELDS,
  itemQuery: { password: { about: 'Password of a protected event', type: 'string', check: isWritten } },
}
