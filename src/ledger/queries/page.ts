import { mapOrdered } from '../../streams/map-ordered.ts'
import { ledgerError } from '../errors.ts'

/** A request for one page of a list. */
export interface PageRequest {
  /** `nextKey` of the previous page; opaque to callers. An empty key counts as absent. */
  readonly key?: Uint8Array | undefined
  /** Number of entries to skip; cannot be combined with a key. */
  readonly offset?: bigint | undefined
  /** Maximum number of entries, up to 1,000; 100 when absent or 0. */
  readonly limit?: bigint | undefined
  readonly reverse?: boolean | undefined
}

export interface Page<Item> {
  readonly items: readonly Item[]
  /** Key of the next page; absent on the last page. */
  readonly nextKey?: Uint8Array
  /** Number of entries in the whole list. */
  readonly total: bigint
}

/** A validated request. */
export interface PageStart {
  /** Number of the page's first entry, if a key gave it. */
  readonly start: bigint | undefined
  readonly skip: number
  readonly limit: number
  readonly reverse: boolean
}

const DEFAULT_LIMIT = 100n
const MAX_LIMIT = 1000n
const MAX_SKIP = BigInt(Number.MAX_SAFE_INTEGER)

/** Items of a page that are read concurrently, since a remote store has latency. */
const READ_AHEAD = 32

/**
 * Validates a page request. `numberOf` parses a key into the number of the page's first entry, or `undefined` for
 * an invalid key. Throws `invalid-argument` (3004) for an invalid key, a key combined with an offset, or a limit
 * over 1,000.
 */
export function readPage(
  { key, offset = 0n, limit = 0n, reverse = false }: PageRequest,
  numberOf: (key: string) => bigint | undefined,
): PageStart {
  const hasKey = key !== undefined && key.byteLength > 0
  if (hasKey && offset > 0n) throw ledgerError('page', 'Cannot take both key and offset')
  const start = hasKey ? numberOf(new TextDecoder().decode(key)) : undefined
  if (hasKey && start === undefined) throw ledgerError('page', 'Cannot read page key')
  if (limit > MAX_LIMIT) throw ledgerError('page', `Cannot list ${limit} entries: over ${MAX_LIMIT}`)
  // No list is that long: a larger offset gives an empty page in any case.
  const skip = Number(offset < MAX_SKIP ? offset : MAX_SKIP)
  return { start, skip, limit: Number(limit === 0n ? DEFAULT_LIMIT : limit), reverse }
}

interface TakePage<Entry> {
  readonly limit: number
  readonly total: bigint
  /** Key of the page that begins with this entry, in the format of the network's store. */
  readonly keyOf: (number: bigint, entry: Entry) => string
}

/** Takes one page from numbered entries that begin at the page's start. */
export async function takePage<Entry, Item>(
  entries: AsyncIterable<readonly [number: bigint, entry: Entry]>,
  { limit, total, keyOf }: TakePage<Entry>,
  toItem: (number: bigint, entry: Entry) => Promise<Item>,
): Promise<Page<Item>> {
  const next: { key?: Uint8Array } = {}
  async function* taken() {
    let count = 0
    for await (const [number, entry] of entries) {
      if (count === limit) {
        next.key = new TextEncoder().encode(keyOf(number, entry))
        return
      }
      count += 1
      yield [number, entry] as const
    }
  }
  const items: Item[] = []
  const transform = ([number, entry]: readonly [bigint, Entry]) => toItem(number, entry)
  for await (const item of mapOrdered(taken(), { concurrency: READ_AHEAD, transform })) items.push(item)
  return { items, total, ...(next.key && { nextKey: next.key }) }
}
