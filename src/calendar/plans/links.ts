import type { Link, OrganizerPatch, VenuePatch } from '../model/patch.ts'
import type { Uid } from '../model/records.ts'
import { refuse } from '../model/refusal.ts'
import { mayCreate } from '../rules/rights.ts'
import { createPlace } from './places.ts'
import type { Planning } from './planning.ts'

interface LinkOptions<T> {
  readonly planning: Planning
  readonly previous: T
}

/** The venue of an event after a request: an empty list takes it away, and more than one are refused. */
export async function linkedVenue(
  links: readonly Link<VenuePatch>[] | undefined,
  { planning, previous }: LinkOptions<Uid | null>,
): Promise<Uid | null> {
  if (!links) return previous
  const [link, ...more] = links
  if (!link) return null
  if (more.length > 0) throw refuse({ kind: 'not-created', collection: 'venues' })
  return linked(link, { collection: 'venues', planning })
}

/** The organizers of an event after a request, each once, in the order they were named. */
export async function linkedOrganizers(
  links: readonly Link<OrganizerPatch>[] | undefined,
  { planning, previous }: LinkOptions<readonly Uid[]>,
): Promise<readonly Uid[]> {
  if (!links) return previous
  const uids = new Set<Uid>()
  for (const link of links) uids.add(await linked(link, { collection: 'organizers', planning }))
  return [...uids]
}

interface LinkedOptions {
  readonly collection: 'venues' | 'organizers'
  readonly planning: Planning
}

async function linked(link: Link<VenuePatch | OrganizerPatch>, options: LinkedOptions): Promise<Uid> {
  const { collection, planning } = options
  const { view, actor } = planning
  if ('id' in link) {
    const row = view.row(collection, link.id)
    if (!row || row.status === 'trash') throw refuse({ kind: 'not-created', collection })
    return row.uid
  }
  if (!mayCreate(actor)) throw refuse({ kind: 'forbidden', isKnown: actor !== undefined })
  return view.uidOf(collection, await createPlace(link.data, options))
}
