import type { AbortOptions } from '../../ports/abort.ts'
import type { CalendarItem, CalendarView } from '../model/calendar.ts'
import type { Collection } from '../model/records.ts'

/** Number of records that are read in one call. */
const AT_ONCE = 64

export interface ReadInPartsOptions<C extends Collection> extends AbortOptions {
  readonly collection: C
  readonly ids: readonly number[]
}

/** Reads records in the order of `ids`, without damaged ones, and only as far as the caller takes them. */
export async function* readInParts<C extends Collection>(
  view: Pick<CalendarView, 'read'>,
  { collection, ids, signal }: ReadInPartsOptions<C>,
): AsyncGenerator<CalendarItem<C>, void> {
  for (let at = 0; at < ids.length; at += AT_ONCE)
    yield* await view.read(collection, ids.slice(at, at + AT_ONCE), { signal, skipsDamaged: true })
}
