import { isStatus } from '../../rules/statuses.ts'
import { isSubstantialText, isWebAddress } from './checks.ts'
import type { Check, Fields } from './field.ts'
import { isImageOrNone } from './image-check.ts'
import { POST_QUERY } from './post-query.ts'
import { isUser } from './reference-checks.ts'
import type { Resource } from './resource.ts'

const isAddress: Check = (value) => value === '' || isWebAddress(value)

const text = (about: string) => ({ about, type: 'string', default: null }) as const

export const ORGANIZER_FIELDS = {
  author: { about: 'Id of the author', type: 'integer', default: null, check: isUser },
  date: text('Publication'),
  date_utc: text('Publication in UTC'),
  organizer: { ...text('Name'), required: true, check: isSubstantialText },
  description: text('Description'),
  status: { ...text('Status'), check: isStatus },
  phone: text('Telephone number'),
  website: { ...text('Address of a page'), check: isAddress },
  email: text('E-mail address'),
  image: { ...text('Id or address of a picture'), check: isImageOrNone },
} as const satisfies Fields

export const ORGANIZERS: Resource = {
  collection: 'organizers',
  item: 'organizer',
  schema: 'Organizer',
  type: 'cal_organizer',
  bySlug: true,
  query: POST_QUERY,
  fields: ORGANIZER_FIELDS,
  documented: { keyInBody: true, updated: [201] },
}
