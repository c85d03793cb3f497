import { isSubstantialText } from './checks.ts'
import type { Fields } from './field.ts'
import { PAGING_FIELDS } from './paging-fields.ts'
import { isListedOrDraft, isStatusFilter } from './reference-checks.ts'

/** Parameters of the lists of venues and of organizers. */
export const POST_QUERY = {
  ...PAGING_FIELDS,
  search: { about: 'Text in name, description or contact data', type: 'string', check: isSubstantialText },
  event: { about: 'Linked to this event', type: 'integer', check: isListedOrDraft },
  has_events: { about: 'Linked to some event, or to none', described: 'boolean' },
  only_with_upcoming: { about: 'Linked to an event that is to come', default: false, described: 'boolean' },
  status: { about: 'Status or statuses', format: 'string', described: 'string', check: isStatusFilter },
} as const satisfies Fields
