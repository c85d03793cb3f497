import { isPositiveInteger } from './checks.ts'
import type { Fields } from './field.ts'

/** Nobody gets more entries at once. */
export const MOST_PER_PAGE = 50

export const PAGING_FIELDS = {
  page: { about: 'The archive page to return', type: 'integer', default: 1, check: isPositiveInteger },
  per_page: {
    about: `Entries of a page; never more than ${MOST_PER_PAGE}`,
    type: 'integer',
    default: '10',
    check: isPositiveInteger,
  },
} as const satisfies Fields
