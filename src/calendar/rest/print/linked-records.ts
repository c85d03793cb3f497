import type { Item } from '../../model/calendar.ts'
import type { PostRecord, Uid } from '../../model/records.ts'
import { mayList } from '../../rules/rights.ts'
import type { Scope } from '../scope.ts'

/** Records that others link to, read once for a whole page. */
export interface LinkedRecords {
  readonly venues: ReadonlyMap<Uid, Item<'venues'>>
  readonly organizers: ReadonlyMap<Uid, Item<'organizers'>>
  readonly images: ReadonlyMap<Uid, Item<'images'>>
}

export interface Links {
  readonly venues: readonly Uid[]
  readonly organizers: readonly Uid[]
  readonly images: readonly Uid[]
}

/**
 * Reads what a page links to. Venues and organizers that lists do not show to the actor, and those in the trash, are
 * left out, so that nothing of them shows through an event.
 */
export async function readLinked(scope: Scope, links: Links): Promise<LinkedRecords> {
  const [venues, organizers] = await Promise.all([
    readByUid(scope, { collection: 'venues', uids: links.venues }),
    readByUid(scope, { collection: 'organizers', uids: links.organizers }),
  ])
  const shown = [...venues.values(), ...organizers.values()].flatMap(({ record }) => imageOf(record))
  const images = await readByUid(scope, { collection: 'images', uids: [...links.images, ...shown] })
  return { venues: visible(scope, venues), organizers: visible(scope, organizers), images }
}

export function imageOf({ image }: Pick<PostRecord, 'image'>): readonly Uid[] {
  return image === null ? [] : [image]
}

async function readByUid<C extends 'venues' | 'organizers' | 'images'>(
  { view, signal }: Scope,
  { collection, uids }: { readonly collection: C; readonly uids: readonly Uid[] },
): Promise<ReadonlyMap<Uid, Item<C>>> {
  const ids = [...new Set(uids)].map((uid) => view.idByUid(collection, uid)).filter((id) => id !== undefined)
  const items = ids.length === 0 ? [] : await view.read(collection, ids, { signal })
  return new Map(items.map((item) => [uidIn(item.record), item]))
}

const uidIn = ({ uid }: { readonly uid: Uid }) => uid

function visible<T extends { readonly record: PostRecord }>(
  { actor }: Scope,
  items: ReadonlyMap<Uid, T>,
): ReadonlyMap<Uid, T> {
  const seen = [...items].filter(([, { record }]) => record.status !== 'trash' && mayList(actor, record))
  return new Map(seen)
}
