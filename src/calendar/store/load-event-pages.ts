import { mapOrdered } from '../../content/map-ordered.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Datastore, Range } from '../../ports/datastore.ts'
import { prefixRange } from '../../state/keys.ts'
import { type EventPage, openEventPage, PAGE_IDS } from './event-page.ts'
import type { Head } from './head.ts'
import { pageKey, pageOfKey, rowsPrefix } from './keys.ts'

/** Pages that one read brings, some 400 KB: IndexedDB is three times as fast with these as with four times more. */
const PAGES_OF_READ = 64
const READS_AT_ONCE = 16

export type NumberedPage = readonly [number: number, page: EventPage]

/**
 * All pages of rows of events in the order of their numbers, some at a time: what the head knows of, and what is newer.
 * The next ones are read while the caller looks at these.
 */
export function loadEventPages(
  datastore: Pick<Datastore, 'range'>,
  { nextPost }: Pick<Head, 'nextPost'>,
  options: AbortOptions = {},
): AsyncIterable<readonly NumberedPage[]> {
  const read = async (range: Range) => {
    const pages: NumberedPage[] = []
    for await (const [key, value] of datastore.range(range, options)) {
      pages.push([pageOfKey(key), openEventPage(value)])
    }
    return pages
  }
  return mapOrdered(rangesOf(Math.floor(nextPost / PAGE_IDS)), {
    concurrency: READS_AT_ONCE,
    transform: read,
  })
}

/** The last one has no end: others may have written meanwhile. */
function* rangesOf(lastPage: number): Generator<Range, void> {
  const prefix = rowsPrefix('events')
  let page = 0
  for (; page + PAGES_OF_READ <= lastPage; page += PAGES_OF_READ) {
    yield { gte: pageKey(prefix, page), lt: pageKey(prefix, page + PAGES_OF_READ) }
  }
  yield { ...prefixRange(prefix), gte: pageKey(prefix, page) }
}
