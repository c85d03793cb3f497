import type { Scope } from '../scope.ts'
import { isSubstantialText, toInteger, toList } from './checks.ts'
import type { Check, Fields } from './field.ts'
import { ORGANIZER_FIELDS } from './organizers.ts'
import { VENUE_FIELDS } from './venues.ts'

/** What stands for no venue or organizer at all. */
export function isNothing(value: unknown): boolean {
  if (value === null || value === '' || value === 0 || value === '0' || value === false) return true
  return typeof value === 'object' && Object.keys(value as object).length === 0
}

/** A venue by id, by `{ id }`, or as data for a new one, which an empty id is no word about; lists of these. */
export const isLinkedVenue: Check = (value, scope) => {
  if (isNothing(value)) return true
  return entriesOf(value).every((entry) =>
    isLinked(entry, { collection: 'venues', fields: VENUE_FIELDS, scope }),
  )
}

/** Organizers in the same forms. */
export const areLinkedOrganizers: Check = (value, scope) => {
  if (isNothing(value)) return true
  const options = { collection: 'organizers', fields: ORGANIZER_FIELDS, scope } as const
  return entriesOf(value).every((entry) => isLinked(entry, options))
}

/** The entries of a link: a list, ids with commas between them, or one. */
export function entriesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return typeof value === 'string' ? (toList(value) ?? []) : [value]
}

interface LinkOptions {
  readonly collection: 'venues' | 'organizers'
  readonly fields: Fields
  readonly scope: Scope
}

function isLinked(entry: unknown, { collection, fields, scope }: LinkOptions): boolean {
  const data =
    typeof entry === 'object' && entry !== null ? (entry as Readonly<Record<string, unknown>>) : undefined
  const id = data === undefined ? entry : data['id'] || undefined
  if (id !== undefined) return isAlive(collection, { id, scope })
  const name = data?.[collection === 'venues' ? 'venue' : 'organizer']
  // An empty name of a venue is refused where the venue would be created: its error has a code of its own.
  const isNamed = isSubstantialText(name) || (collection === 'venues' && name === '')
  return data !== undefined && isNamed && areRight(data, { fields, scope })
}

function isAlive(collection: 'venues' | 'organizers', { id, scope }: { id: unknown; scope: Scope }): boolean {
  const row = scope.view.row(collection, toInteger(id) ?? 0)
  return row !== undefined && row.status !== 'trash'
}

/** Data inside an event, its name aside, is judged by the checks alone, and not by the types. */
function areRight(
  data: Readonly<Record<string, unknown>>,
  { fields, scope }: { fields: Fields; scope: Scope },
) {
  return Object.entries(fields).every(([name, { check, required }]) => {
    const value = data[name] ?? null
    return check === undefined || required || value === null || check(value, scope) === true
  })
}
