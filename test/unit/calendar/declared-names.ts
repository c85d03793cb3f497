import { RESOURCES } from '../../../src/calendar/rest/resources/resources.ts'

/** Every parameter of a reading route, as declared, and those that any route takes. */
export const QUERY_NAMES: readonly string[] = [
  ...new Set([
    ...RESOURCES.flatMap(({ query, itemQuery }) => [...Object.keys(query), ...Object.keys(itemQuery ?? {})]),
    'context',
    '_fields',
    '_envelope',
    '_method',
  ]),
]

/** Every field that a writing route takes. */
export const FIELD_NAMES: readonly string[] = [
  ...new Set(RESOURCES.flatMap(({ fields }) => Object.keys(fields))),
]
