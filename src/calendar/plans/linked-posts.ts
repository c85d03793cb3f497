import type { Uid } from '../model/records.ts'
import { entriesOf, isNothing } from '../rest/resources/checks.ts'
import { toInteger } from '../rest/resources/values.ts'
import { forbidden, restError } from '../rest/rest-error.ts'
import type { WriteScope } from '../rest/scope.ts'
import { mayCreate } from '../rules/rights.ts'
import { createOrganizer, createVenue } from './create-post.ts'

interface LinkOptions<T> {
  readonly scope: WriteScope
  readonly previous: T
}

/** The venue of an event after a request. `undefined` and an empty text keep it; an empty list takes it away. */
export async function linkedVenue(
  value: unknown,
  { scope, previous }: LinkOptions<Uid | null>,
): Promise<Uid | null> {
  if (isKept(value)) return previous
  if (isNothing(value)) return null
  const [entry, ...more] = entriesOf(value)
  if (more.length > 0) throw couldNotCreate('venue')
  return linked(entry, { collection: 'venues', scope })
}

/** The organizers of an event after a request, each once, in the order they were named. */
export async function linkedOrganizers(
  value: unknown,
  { scope, previous }: LinkOptions<readonly Uid[]>,
): Promise<readonly Uid[]> {
  if (isKept(value)) return previous
  if (isNothing(value)) return []
  const uids = new Set<Uid>()
  for (const entry of entriesOf(value)) uids.add(await linked(entry, { collection: 'organizers', scope }))
  return [...uids]
}

/** Absent, and the values that mean nothing to clients of old, who send them with every update. */
function isKept(value: unknown): boolean {
  return value === undefined || (isNothing(value) && (value === null || typeof value !== 'object'))
}

interface EntryOptions {
  readonly collection: 'venues' | 'organizers'
  readonly scope: WriteScope
}

async function linked(entry: unknown, { collection, scope }: EntryOptions): Promise<Uid> {
  const data = typeof entry === 'object' && entry !== null ? new Map(Object.entries(entry)) : undefined
  const id = toInteger(data ? data.get('id') || undefined : entry)
  if (id !== undefined) {
    const row = scope.view.row(collection, id)
    if (!row || row.status === 'trash') throw couldNotCreate(collection === 'venues' ? 'venue' : 'organizer')
    return scope.view.uidOf(collection, id)
  }
  if (!data) throw couldNotCreate(collection === 'venues' ? 'venue' : 'organizer')
  if (!mayCreate(scope.actor)) throw forbidden(scope.actor !== undefined)
  const create = collection === 'venues' ? createVenue : createOrganizer
  return scope.view.uidOf(collection, await create(data, scope))
}

function couldNotCreate(item: 'venue' | 'organizer') {
  return restError(`could-not-create-${item}`, `The ${item} could not be created from the provided data`, {
    status: 400,
  })
}
