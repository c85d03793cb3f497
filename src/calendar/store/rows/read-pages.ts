import type { AbortOptions } from '../../../ports/abort.ts'
import type { Datastore, Range } from '../../../ports/datastore.ts'
import { prefixRange } from '../../../state/keys.ts'
import { mapOrdered } from '../../../streams/map-ordered.ts'
import { pageKey, pageOfKey } from './keys.ts'

/** Of 400 KB each, or less: IndexedDB is three times as fast with these as with four times larger ones. */
const READS_AT_ONCE = 16

export interface PagesToRead {
  readonly prefix: Uint8Array
  /** The last page that is known of. Newer ones come with it: others may have written meanwhile. */
  readonly lastPage: number
  /** Pages that one read brings. */
  readonly ofRead: number
}

export type StoredPage = readonly [number: number, bytes: Uint8Array]

/** Stored pages in the order of their numbers, some at a time; the next are read while the caller looks at these. */
export function readPages(
  datastore: Pick<Datastore, 'range'>,
  wanted: PagesToRead,
  options: AbortOptions = {},
): AsyncIterable<readonly StoredPage[]> {
  const transform = async (range: Range) => {
    const pages: StoredPage[] = []
    for await (const [key, value] of datastore.range(range, options)) pages.push([pageOfKey(key), value])
    return pages
  }
  return mapOrdered(rangesOf(wanted), { concurrency: READS_AT_ONCE, transform })
}

function* rangesOf({ prefix, lastPage, ofRead }: PagesToRead): Generator<Range, void> {
  let page = 0
  for (; page + ofRead <= lastPage; page += ofRead) {
    yield { gte: pageKey(prefix, page), lt: pageKey(prefix, page + ofRead) }
  }
  yield { ...prefixRange(prefix), gte: pageKey(prefix, page) }
}
