import type { AbortOptions } from '../../../ports/abort.ts'
import type { Datastore, Range } from '../../../ports/datastore.ts'
import { keyOf, prefixRange } from '../../../state/keys.ts'
import { mapOrdered } from '../../../streams/map-ordered.ts'
import type { Collection } from '../../model/records.ts'

/** Key prefix of the pages of rows; the page number follows as four bytes. */
export function rowsPrefix(collection: Collection): Uint8Array {
  return keyOf(`calendar/rows/${collection}/`)
}

/** Key prefix of the pages of folded texts of events. */
export const TEXTS_PREFIX = keyOf('calendar/texts/')

/** Key prefix of the change log: the rows that each of the newest commits changed, by height. */
const LOG_PREFIX = keyOf('calendar/log/')

export function pageKey(prefix: Uint8Array, page: number): Uint8Array {
  return keyOf(prefix, bigEndian(page))
}

/** The page number at the end of a {@link pageKey}. */
export function pageOfKey(key: Uint8Array): number {
  return new DataView(key.buffer, key.byteOffset + key.byteLength - 4, 4).getUint32(0)
}

export function logKey(height: number): Uint8Array {
  return keyOf(LOG_PREFIX, bigEndian(height))
}

/** The range of log entries above a height. */
export function logAbove(height: number): Range {
  return { ...prefixRange(LOG_PREFIX), gte: logKey(height + 1) }
}

function bigEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

/** Concurrent reads, of 400 KB or less each. In IndexedDB this is three times as fast as reads four times as large. */
const READS_AT_ONCE = 16

export interface PagesToRead {
  readonly prefix: Uint8Array
  /** The last known page. The last read is open-ended, since other processes may have added pages. */
  readonly lastPage: number
  /** Pages in one read. */
  readonly ofRead: number
}

export type StoredPage = readonly [number: number, bytes: Uint8Array]

/** Reads stored pages in order, several reads ahead of the caller. */
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
