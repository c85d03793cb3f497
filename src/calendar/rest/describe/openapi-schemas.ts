import { EVENT_FIELDS } from '../../model/event.ts'
import type { FieldTable, Stored } from '../../model/field.ts'
import { ORGANIZER_FIELDS, VENUE_FIELDS } from '../../model/places.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const boolean = { type: 'boolean' }
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const listOf = (items: object) => ({ type: 'array', items })
const orNull = (type: string) => ({ type: [type, 'null'] })

/** Schemas of the fields that answers print unchanged, by what is stored. Texts, if not named. */
const PRINTED: { readonly [Kind in keyof Stored]?: object } = {
  flag: orNull('boolean'),
  integer: orNull('integer'),
}

/** Schemas of the fields of a table that answers print unchanged. */
function verbatimSchemas(table: FieldTable): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.values(table).flatMap(({ shows, stored, wire }) =>
      shows && wire ? [[wire, PRINTED[stored] ?? text]] : [],
    ),
  )
}

const POST = {
  id: integer,
  global_id: text,
  global_id_lineage: listOf(text),
  author: { ...text, description: 'Id of a user, as a text.' },
  status: text,
  date: text,
  date_utc: text,
  modified: text,
  modified_utc: text,
  url: text,
  description: text,
  excerpt: text,
  slug: text,
}

const MOMENTS = ['start_date', 'end_date', 'utc_start_date', 'utc_end_date']

/** Schemas of the answers. Spec: calendar facts, sections 2 to 5 and 14. */
export const ANSWER_SCHEMAS: Readonly<Record<string, object>> = {
  Error: {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: {
      code: text,
      message: text,
      data: { type: 'object', required: ['status'], properties: { status: integer } },
    },
  },
  DateDetails: {
    type: 'object',
    properties: Object.fromEntries(
      ['year', 'month', 'day', 'hour', 'minutes', 'seconds'].map((part) => [part, text]),
    ),
  },
  Image: {
    type: 'object',
    properties: {
      url: text,
      id: integer,
      extension: text,
      width: integer,
      height: integer,
      filesize: integer,
      sizes: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          properties: {
            width: integer,
            height: integer,
            'mime-type': text,
            filesize: { ...integer, description: 'Absent for what is made when it is asked for.' },
            url: text,
            original: {
              ...boolean,
              description: 'The address gives the original: nothing smaller was made.',
            },
          },
        },
      },
    },
  },
  Term: {
    type: 'object',
    properties: {
      id: integer,
      count: integer,
      name: text,
      slug: text,
      description: text,
      taxonomy: text,
      parent: integer,
      meta: listOf({}),
      url: text,
      urls: { type: 'object', additionalProperties: text },
    },
  },
  Venue: {
    type: 'object',
    description: 'Empty fields are left out.',
    properties: {
      ...POST,
      venue: text,
      ...verbatimSchemas(VENUE_FIELDS),
      stateprovince: text,
      image: reference('Image'),
      geo_lat: { type: 'number' },
      geo_lng: { type: 'number' },
      show_map: boolean,
      show_map_link: boolean,
      json_ld: { type: 'object' },
    },
  },
  Organizer: {
    type: 'object',
    description: 'Empty fields are left out.',
    properties: {
      ...POST,
      organizer: text,
      ...verbatimSchemas(ORGANIZER_FIELDS),
      image: reference('Image'),
      json_ld: { type: 'object' },
    },
  },
  Event: {
    type: 'object',
    properties: {
      ...POST,
      rest_url: text,
      title: text,
      image: { oneOf: [reference('Image'), { const: false }] },
      all_day: orNull('boolean'),
      ...Object.fromEntries(MOMENTS.map((name) => [name, text])),
      ...Object.fromEntries(MOMENTS.map((name) => [`${name}_details`, reference('DateDetails')])),
      timezone: text,
      timezone_abbr: text,
      cost: text,
      cost_details: {
        type: 'object',
        properties: {
          currency_symbol: text,
          currency_code: text,
          currency_position: text,
          values: listOf(text),
        },
      },
      website: text,
      ...verbatimSchemas(EVENT_FIELDS),
      categories: listOf(reference('Term')),
      tags: listOf(reference('Term')),
      venue: { oneOf: [reference('Venue'), { type: 'array', maxItems: 0 }] },
      organizer: listOf(reference('Organizer')),
      custom_fields: { type: ['array', 'object'] },
      json_ld: { type: 'object', description: 'Only where one event is read.' },
    },
  },
}
