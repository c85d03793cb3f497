import type { Uid } from '../model/records.ts'
import { MOST_NAME_LENGTH, type TermCollection, termName } from '../rules/terms.ts'
import { slugOf } from '../text/slug.ts'
import type { Planning } from './planning.ts'
import { createTerm } from './terms.ts'

interface TermOptions {
  readonly collection: TermCollection
  readonly planning: Planning
}

/**
 * The terms that an event names, as uids without repetition: unknown ids are skipped; anything else is the slug or the
 * name of a term, which is made when there is none, unless it is too long. Spec: calendar facts, section 9.2.
 */
export function namedTerms(named: readonly (number | string)[], options: TermOptions): readonly Uid[] {
  const { collection, planning } = options
  const ids = new Set(named.map((entry) => idOf(entry, options)))
  return [...ids].filter((id) => id !== undefined).map((id) => planning.view.uidOf(collection, id))
}

function idOf(entry: number | string, options: TermOptions): number | undefined {
  if (typeof entry === 'number') return options.planning.view.row(options.collection, entry)?.id
  const name = termName(entry)
  if (name === '' || [...name].length > MOST_NAME_LENGTH) return undefined
  return idByName(name, options) ?? createTerm({ name }, options)
}

/** By slug, else by name whatever its case. */
function idByName(name: string, { collection, planning: { view } }: TermOptions): number | undefined {
  const bySlug = view.idBySlug(collection, slugOf(name))
  if (bySlug !== undefined) return bySlug
  const wanted = name.toLowerCase()
  for (const row of view.rows(collection)) if (row.name.toLowerCase() === wanted) return row.id
  return undefined
}
