import type { FieldTable, RecordOf } from './field.ts'
import {
  AUTHOR,
  DESCRIPTION,
  IMAGE,
  line,
  POST_BASE,
  PUBLICATION,
  PUBLICATION_UTC,
  STATUS,
  WEBSITE,
} from './post-fields.ts'

/**
 * Shared fields of venues and organizers: they accept a slug only where the path names the old one, and no excerpt.
 */
const UNSENT = { ...POST_BASE, slug: { stored: 'text' }, excerpt: { stored: 'text' } } as const

const map = <Name extends string>(wire: Name, about: string) =>
  ({
    stored: 'flag',
    initial: true,
    wire,
    reads: 'switch',
    about,
    type: 'string',
    default: null,
    check: 'flag or text',
    lenient: true,
  }) as const

/**
 * A field of degrees in decimal notation. It is stored as text, since hosts print floats differently; `''` when
 * unknown.
 */
const degrees = <Name extends string, Check extends 'latitude' | 'longitude'>(
  wire: Name,
  { check, about }: { readonly check: Check; readonly about: string },
) => ({ stored: 'text', wire, reads: 'degrees', about, described: 'number', extension: true, check }) as const

/** The fields of a venue. Spec: calendar facts, sections 3 and 11. */
export const VENUE_FIELDS = {
  ...UNSENT,
  author: AUTHOR,
  date: PUBLICATION,
  dateUtc: PUBLICATION_UTC,
  name: {
    stored: 'text',
    wire: 'venue',
    reads: 'text',
    about: 'Name',
    type: 'string',
    required: true,
    check: 'substantial',
  },
  description: { ...DESCRIPTION, default: null },
  status: STATUS,
  showMap: map('show_map', 'Show a map'),
  showMapLink: map('show_map_link', 'Show a link to a map'),
  address: line('address', 'Street and number'),
  city: line('city', 'City'),
  country: line('country', 'Country'),
  province: line('province', 'Province'),
  state: line('state', 'State'),
  zip: line('zip', 'Postal code'),
  phone: line('phone', 'Telephone number'),
  stateprovince: {
    stored: 'text',
    wire: 'stateprovince',
    reads: 'text',
    about: 'State or province',
    type: 'string',
    default: null,
  },
  website: WEBSITE,
  image: { ...IMAGE, default: null, check: 'image or none' },
  latitude: degrees('geo_lat', { check: 'latitude', about: 'Latitude in degrees' }),
  longitude: degrees('geo_lng', { check: 'longitude', about: 'Longitude in degrees' }),
} as const satisfies FieldTable

export type VenueRecord = RecordOf<typeof VENUE_FIELDS>

/** The fields of an organizer. Spec: calendar facts, sections 4 and 11. */
export const ORGANIZER_FIELDS = {
  ...UNSENT,
  author: { ...AUTHOR, default: null },
  date: { ...PUBLICATION, default: null },
  dateUtc: { ...PUBLICATION_UTC, default: null },
  name: {
    stored: 'text',
    wire: 'organizer',
    reads: 'text',
    about: 'Name',
    type: 'string',
    default: null,
    required: true,
    check: 'substantial',
  },
  description: { ...DESCRIPTION, default: null },
  status: { ...STATUS, default: null },
  phone: line('phone', 'Telephone number'),
  website: WEBSITE,
  email: line('email', 'E-mail address'),
  image: { ...IMAGE, default: null, check: 'image or none' },
} as const satisfies FieldTable

export type OrganizerRecord = RecordOf<typeof ORGANIZER_FIELDS>
