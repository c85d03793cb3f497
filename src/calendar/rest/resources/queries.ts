import {
  arePositiveIntegers,
  arePosts,
  areTerms,
  CHECKS,
  isListedEvent,
  isListedOrDraft,
  isStatusFilter,
} from './checks.ts'
import type { Check, ParameterTable } from './parameter.ts'
import { isPositiveInteger, isSubstantialText, toFlag, toInteger, toList } from './parameter.ts'

/** Largest page, whatever `per_page` asks for. */
export const MOST_PER_PAGE = 50

const PAGING_FIELDS = {
  page: { about: 'The archive page to return', type: 'integer', default: 1, check: isPositiveInteger },
  per_page: {
    about: `Entries of a page; never more than ${MOST_PER_PAGE}`,
    type: 'integer',
    default: '10',
    check: isPositiveInteger,
  },
} as const satisfies ParameterTable

/** Refuses `ticketed=true` with the error of recorded servers without the ticket plugin. */
const sellsTickets: Check = (value) =>
  toFlag(value) !== true || {
    message: 'Event Tickets plugin is not activated.',
    code: 'event-tickets-not-active',
  }

const isStrictWord: Check = isSubstantialText

/** Filters of the list of events. Spec: calendar facts, section 8. */
export const EVENT_QUERY = {
  ...PAGING_FIELDS,
  start_date: { about: 'Events that start at or after this date', described: 'string', check: CHECKS.date },
  end_date: {
    about: 'Events that start before the end of this date',
    described: 'string',
    check: CHECKS.date,
  },
  starts_before: { about: 'Events that start before this date', described: 'string', check: CHECKS.date },
  starts_after: { about: 'Events that start after this date', described: 'string', check: CHECKS.date },
  ends_before: { about: 'Events that end before this date', described: 'string', check: CHECKS.date },
  ends_after: { about: 'Events that end after this date', described: 'string', check: CHECKS.date },
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
    check: CHECKS.written,
  },
} as const satisfies ParameterTable

/** Parameters of the lists of venues and of organizers. */
export const POST_QUERY = {
  ...PAGING_FIELDS,
  search: { about: 'Text in name, description or contact data', type: 'string', check: isSubstantialText },
  event: { about: 'Linked to this event', type: 'integer', check: isListedOrDraft },
  has_events: { about: 'Linked to some event, or to none', described: 'boolean' },
  only_with_upcoming: { about: 'Linked to an event that is to come', default: false, described: 'boolean' },
  status: { about: 'Status or statuses', format: 'string', described: 'string', check: isStatusFilter },
} as const satisfies ParameterTable

type Terms = 'categories' | 'tags'

const areKnown =
  (collection: Terms): Check =>
  (value, scope) =>
    toList(value)?.length === 0 || areTerms(collection)(value, scope)

/** Accepts a category, or 0 for categories without a parent. */
const isParentFilter: Check = (value, scope) => toInteger(value) === 0 || CHECKS.category(value, scope)

/** Filters of the list of categories or tags. */
export const termQuery = (collection: Terms) =>
  ({
    ...PAGING_FIELDS,
    search: { about: 'Text in name or slug', type: 'string', check: isSubstantialText },
    exclude: { about: 'Ids to leave out', items: 'integer', described: 'array', check: areKnown(collection) },
    include: {
      about: 'Ids to choose from',
      items: 'integer',
      described: 'array',
      check: areKnown(collection),
    },
    order: { about: 'asc or desc', type: 'string', check: isSubstantialText },
    orderby: { about: 'Attribute to sort by', type: 'string', check: isSubstantialText },
    hide_empty: { about: 'Leave out terms without published events', type: 'boolean', default: '1' },
    ...(collection === 'categories' && {
      parent: { about: 'Children of this category', type: 'integer', check: isParentFilter },
    }),
    post: { about: 'Terms of this event', type: 'integer', check: isListedEvent },
    event: { about: 'Terms of this event', type: 'integer', check: isListedEvent },
    slug: { about: 'Slug', type: 'string', check: isSubstantialText },
  }) as const satisfies ParameterTable
