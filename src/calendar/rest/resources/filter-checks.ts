import type { CalendarView } from '../../model/calendar.ts'
import { isStatus } from '../../model/status.ts'
import { mayList, mayListUnpublished } from '../../rules/rights.ts'
import { slugOf } from '../../text/slug.ts'
import type { Check } from './parameter.ts'
import { toInteger, toList } from './values.ts'

/** One status, or several with commas. Only `publish` for those who may not see more. */
export const isStatusFilter: Check = (value, { actor }) => {
  if (!mayListUnpublished(actor))
    return value === 'publish' || (Array.isArray(value) && String(value) === 'publish')
  return value === '' || (toList(value)?.every(isStatus) ?? false)
}

/** The id of an event that exists and that lists show to the actor: ids tell nothing of others. */
export const isListedEvent: Check = (value, { view, actor }) => {
  const row = view.row('events', toInteger(value) ?? 0)
  return row !== undefined && mayList(actor, row)
}

/** The id of an event that lists show to the actor, or of a draft: recorded servers list what drafts name to everybody. */
export const isListedOrDraft: Check = (value, scope) =>
  isListedEvent(value, scope) === true || scope.view.row('events', toInteger(value) ?? 0)?.status === 'draft'

/** Ids of venues or organizers that exist and that lists show to the actor. */
export function arePosts(collection: 'venues' | 'organizers'): Check {
  return (value, { view, actor }) =>
    areAll(value, (entry) => {
      const row = view.row(collection, toInteger(entry) ?? 0)
      return row !== undefined && mayList(actor, row)
    })
}

/** Terms by id, slug or a name that gives the slug. */
export function areTerms(collection: 'categories' | 'tags'): Check {
  return (value, { view }) =>
    areAll(value, (entry) => termId(view, { collection, named: entry }) !== undefined)
}

/** Every entry of a list that has one. */
function areAll(value: unknown, isRight: (entry: string | number) => boolean): boolean {
  const list = toList(value)
  return list !== undefined && list.length > 0 && list.every(isRight)
}

export const arePositiveIntegers: Check = (value) => areAll(value, (entry) => (toInteger(entry) ?? 0) > 0)

export interface NamedTerm {
  readonly collection: 'categories' | 'tags'
  /** An id, a slug, or a name. */
  readonly named: string | number
}

/** The id of a term; digits are always an id. */
export function termId(view: CalendarView, { collection, named }: NamedTerm): number | undefined {
  const id = toInteger(named)
  if (id !== undefined) return view.row(collection, id)?.id
  return view.idBySlug(collection, slugOf(String(named)))
}
