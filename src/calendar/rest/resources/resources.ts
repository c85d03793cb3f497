import { type FieldTable, isSent } from '../../model/field.ts'
import { FIELDS } from '../../model/records.ts'
import { CHECKS } from './checks.ts'
import type { ParameterTable } from './parameter.ts'
import { EVENT_QUERY, POST_QUERY, termQuery } from './queries.ts'

/**
 * One kind of record that this API serves. Routes, validation, index, `/doc` and OpenAPI are derived from it. Spec:
 * calendar document, sections 2 and 4.
 */
export interface Resource {
  readonly collection: 'events' | 'venues' | 'organizers' | 'categories' | 'tags'
  /** Singular name in errors and addresses. */
  readonly item: 'event' | 'venue' | 'organizer' | 'category' | 'tag'
  /** Schema of the answers. */
  readonly schema: 'Event' | 'Venue' | 'Organizer' | 'Term'
  /** Name in `?post_type=` addresses and in `taxonomy`. */
  readonly type: string
  readonly bySlug: boolean
  readonly query: ParameterTable
  /** Parameters of a new record. All of them are optional in an update. */
  readonly fields: ParameterTable
  /** Parameters of item routes beside `id`. */
  readonly itemQuery?: ParameterTable
  /** Deviations of recorded servers' `/doc` from their routes. */
  readonly documented?: {
    readonly keyInBody?: boolean
    readonly updated?: readonly number[]
  }
}

/** The parameters of a new record, from its table of fields. */
function sentFields(table: FieldTable): ParameterTable {
  return Object.fromEntries(
    Object.values(table)
      .filter(isSent)
      .map(({ wire, check, ...field }) => [wire, { ...field, ...(check && { check: CHECKS[check] }) }]),
  )
}

/** Everything that this API serves, in the order of the index. */
export const RESOURCES: readonly Resource[] = [
  {
    collection: 'events',
    item: 'event',
    schema: 'Event',
    type: 'cal_events',
    bySlug: true,
    query: EVENT_QUERY,
    fields: sentFields(FIELDS.events),
    itemQuery: {
      password: { about: 'Password of a protected event', type: 'string', check: CHECKS.written },
    },
  },
  {
    collection: 'venues',
    item: 'venue',
    schema: 'Venue',
    type: 'cal_venue',
    bySlug: true,
    query: POST_QUERY,
    fields: sentFields(FIELDS.venues),
  },
  {
    collection: 'organizers',
    item: 'organizer',
    schema: 'Organizer',
    type: 'cal_organizer',
    bySlug: true,
    query: POST_QUERY,
    fields: sentFields(FIELDS.organizers),
    documented: { keyInBody: true, updated: [201] },
  },
  {
    collection: 'categories',
    item: 'category',
    schema: 'Term',
    type: 'cal_events_cat',
    bySlug: false,
    query: termQuery('categories'),
    fields: sentFields(FIELDS.categories),
    documented: { keyInBody: true },
  },
  {
    collection: 'tags',
    item: 'tag',
    schema: 'Term',
    type: 'post_tag',
    bySlug: false,
    query: termQuery('tags'),
    fields: sentFields(FIELDS.tags),
  },
]
