import type { Uid } from '../model/records.ts'
import { toInteger } from '../rest/resources/values.ts'
import type { WriteScope } from '../rest/scope.ts'
import { MOST_NAME_LENGTH, termName } from '../rules/term-name.ts'
import { slugOf } from '../text/slug.ts'
import { createTerm } from './create-term.ts'

/** Terms that one event may name. */
const MOST_TERMS = 1000

/**
 * The terms that an event names, as uids without repetition: digits are ids, of which unknown ones are skipped;
 * anything else is the slug or the name of a term, which is made when there is none, unless it is too long.
 * Spec: calendar facts, section 9.2.
 */
export function namedTerms(
  value: unknown,
  { collection, scope }: { readonly collection: 'categories' | 'tags'; readonly scope: WriteScope },
): readonly Uid[] {
  const { view } = scope
  const ids = entriesOf(value)
    .slice(0, MOST_TERMS)
    .map((entry) => idOf(entry, { collection, scope }))
  return [...new Set(ids)].filter((id) => id !== undefined).map((id) => view.uidOf(collection, id))
}

function entriesOf(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return value.split(',')
  if (Array.isArray(value)) return value
  if (typeof value === 'object' && value !== null) return Object.values(value)
  return [value]
}

function idOf(
  entry: unknown,
  { collection, scope }: { collection: 'categories' | 'tags'; scope: WriteScope },
): number | undefined {
  if (typeof entry !== 'string' && typeof entry !== 'number') return undefined
  const id = toInteger(entry)
  if (id !== undefined) return scope.view.row(collection, id)?.id
  const name = termName(String(entry))
  if (name === '' || [...name].length > MOST_NAME_LENGTH) return undefined
  return idByName(name, { collection, scope }) ?? createTerm({ name }, { collection, scope })
}

/** By slug, else by name whatever its case. */
function idByName(
  name: string,
  { collection, scope: { view } }: { collection: 'categories' | 'tags'; scope: WriteScope },
): number | undefined {
  const bySlug = view.idBySlug(collection, slugOf(name))
  if (bySlug !== undefined) return bySlug
  const wanted = name.toLowerCase()
  for (const row of view.rows(collection)) if (row.name.toLowerCase() === wanted) return row.id
  return undefined
}
