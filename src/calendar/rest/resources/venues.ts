import { isStatus } from '../../rules/statuses.ts'
import { isSubstantialText, isWebAddress } from './checks.ts'
import type { Check, Fields } from './field.ts'
import { isImageOrNone } from './image-check.ts'
import { POST_QUERY } from './post-query.ts'
import { isUser } from './reference-checks.ts'
import type { Resource } from './resource.ts'

const isAddress: Check = (value) => value === '' || isWebAddress(value)
const isDegrees =
  (most: number): Check =>
  (value) =>
    value === '' ||
    (/^\s*[+-]?\d{1,3}(\.\d{1,20})?\s*$/.test(String(value)) && Math.abs(Number(value)) <= most)

const isFlagOrText: Check = (value) => typeof value === 'boolean' || typeof value === 'string'

const text = (about: string) => ({ about, type: 'string', default: null }) as const

export const VENUE_FIELDS = {
  author: { about: 'Id of the author', type: 'integer', check: isUser },
  date: { about: 'Publication', type: 'string' },
  date_utc: { about: 'Publication in UTC', type: 'string' },
  venue: { about: 'Name', type: 'string', required: true, check: isSubstantialText },
  description: text('Description'),
  status: { about: 'Status', type: 'string', check: isStatus },
  show_map: { ...text('Show a map'), check: isFlagOrText, lenient: true },
  show_map_link: { ...text('Show a link to a map'), check: isFlagOrText, lenient: true },
  address: text('Street and number'),
  city: text('City'),
  country: text('Country'),
  province: text('Province'),
  state: text('State'),
  zip: text('Postal code'),
  phone: text('Telephone number'),
  stateprovince: text('State or province'),
  website: { ...text('Address of a page'), check: isAddress },
  image: { ...text('Id or address of a picture'), check: isImageOrNone },
  geo_lat: { about: 'Latitude in degrees', described: 'number', extension: true, check: isDegrees(90) },
  geo_lng: { about: 'Longitude in degrees', described: 'number', extension: true, check: isDegrees(180) },
} as const satisfies Fields

export const VENUES: Resource = {
  collection: 'venues',
  item: 'venue',
  schema: 'Venue',
  type: 'cal_venue',
  bySlug: true,
  query: POST_QUERY,
  fields: VENUE_FIELDS,
}
