import type { AbortOptions } from '../../../ports/abort.ts'
import type { Datastore, Range } from '../../../ports/datastore.ts'
import { keyOf, prefixRange } from '../../../state/keys.ts'
import { mapOrdered } from '../../../streams/map-ordered.ts'
import type { Collection } from '../../model/records.ts'

/** Where the pages of rows are: their number as four bytes after it. */
export function rowsPrefix(collection: Collection): Uint8Array {
  return keyOf(`calendar/rows/${collection}/`)
}

/** Where the pages of folded texts of events are. */
export const TEXTS_PREFIX = keyOf('calendar/texts/')

/** Which rows each of the newest commits changed, by height: for processes that keep an older state. */
const LOG_PREFIX = keyOf('calendar/log/')

export function pageKey(prefix: Uint8Array, page: number): Uint8Array {
  return keyOf(prefix, bigEndian(page))
}

/** The number at the end of a {@link pageKey}. */
export function pageOfKey(key: Uint8Array): number {
  return new DataView(key.buffer, key.byteOffset + key.byteLength - 4, 4).getUint32(0)
}

export function logKey(height: number): Uint8Array {
  return keyOf(LOG_PREFIX, bigEndian(height))
}

/** The entries of commits above a height. */
export function logAbove(height: number): Range {
  return { ...prefixRange(LOG_PREFIX), gte: logKey(height + 1) }
}

function bigEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

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
