import type { Field, SentField } from './field.ts'

/** Fields that events, venues and organizers share and that no request sends under that name. */
export const POST_BASE = {
  /** 128 random bits in base32, given once. */
  uid: { stored: 'text' },
  /** Last change in UTC. A new record has its publication date here. */
  modifiedUtc: { stored: 'text' },
} as const satisfies Record<string, Field>

/** Id of the user who owns the record. */
export const AUTHOR = {
  stored: 'integer',
  wire: 'author',
  reads: 'integer',
  about: 'Id of the author',
  type: 'integer',
  check: 'user',
} as const satisfies Field & SentField

/** Publication date in site time. */
export const PUBLICATION = {
  stored: 'text',
  wire: 'date',
  reads: 'string',
  about: 'Publication',
  type: 'string',
} as const satisfies Field & SentField

/** Publication date in UTC; `''` if the record was never published. */
export const PUBLICATION_UTC = {
  ...PUBLICATION,
  wire: 'date_utc',
  about: 'Publication in UTC',
} as const satisfies Field & SentField

export const DESCRIPTION = {
  stored: 'text',
  wire: 'description',
  reads: 'text',
  about: 'Description',
  type: 'string',
} as const satisfies Field & SentField

export const STATUS = {
  stored: 'status',
  wire: 'status',
  reads: 'status',
  about: 'Status',
  type: 'string',
  check: 'status',
} as const satisfies Field & SentField

/** The uid of a picture. */
export const IMAGE = {
  stored: 'text or null',
  wire: 'image',
  reads: 'image',
  about: 'Id or address of a picture',
  type: 'string',
} as const satisfies Field & SentField

/** Website of a venue or an organizer. */
export const WEBSITE = {
  stored: 'text',
  wire: 'website',
  reads: 'text',
  about: 'Address of a page',
  type: 'string',
  default: null,
  check: 'address',
  shows: 'value',
} as const satisfies Field & SentField

/** A line of contact data. */
export function line<Name extends string>(wire: Name, about: string) {
  return { stored: 'text', wire, reads: 'text', about, type: 'string', default: null, shows: 'line' } as const
}
