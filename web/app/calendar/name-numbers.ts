import type { WireTerm } from '../../../src/calendar/wire.ts'
import { calendarApi, type EventInput } from './calendar-api.ts'
import { plainText } from './plain-text.ts'
import { isNumberName } from './read-terms.ts'

const COLLECTIONS = ['categories', 'tags'] as const

/**
 * Replaces names of categories and tags that are numbers by ids, since the API reads a number as an id. A name without
 * a term gets a new one.
 */
export async function nameNumbers(input: EventInput): Promise<EventInput> {
  const named: Record<string, unknown> = {}
  for (const collection of COLLECTIONS) {
    const entries: unknown = input[collection]
    if (!Array.isArray(entries)) continue
    const ids: unknown[] = []
    for (const entry of entries)
      ids.push(typeof entry === 'string' && isNumberName(entry) ? await idOf(entry, collection) : entry)
    named[collection] = ids
  }
  return { ...input, ...named }
}

async function idOf(name: string, collection: (typeof COLLECTIONS)[number]): Promise<number> {
  const query = { search: name, hide_empty: 'false', per_page: '50' }
  const { entries } = await calendarApi.page<WireTerm>(collection, query)
  const known = entries.find((term) => plainText(term.name) === name)
  return (known ?? (await calendarApi.put<WireTerm>(collection, undefined, { name }))).id
}
