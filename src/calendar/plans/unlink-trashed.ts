import type { Planning } from './planning.ts'

/** Well inside the changes that one commit takes. */
const MOST_AT_ONCE = 900

/**
 * Takes venues and organizers that are in the trash out of the events that name them. True when it changed
 * something: then more may be left.
 */
export async function unlinkTrashed({ view, signal }: Pick<Planning, 'view' | 'signal'>): Promise<boolean> {
  let left = MOST_AT_ONCE
  for (const collection of ['venues', 'organizers'] as const) {
    for (const row of view.rows(collection)) {
      if (row.status !== 'trash' || left === 0) continue
      const ids = [...view.eventsOf(collection, row.id)].slice(0, left)
      left -= ids.length
      for (const { id, record } of await view.read('events', ids, { signal })) {
        const venue = record.venue === row.uid ? null : record.venue
        const organizers = record.organizers.filter((uid) => uid !== row.uid)
        view.replace('events', id, { ...record, venue, organizers })
      }
    }
  }
  return left < MOST_AT_ONCE
}
