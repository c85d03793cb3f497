import { mapOrdered } from '../../streams/map-ordered.ts'
import { ledgerError } from '../errors.ts'

/** Which part of a list is asked for. */
export interface PageRequest {
  /** Where a former page ended; opaque to callers. Empty is the same as absent. */
  readonly key?: Uint8Array | undefined
  /** Entries that are passed over; not together with a key. */
  readonly offset?: bigint | undefined
  /** At most this many entries, up to 1,000; absent or 0: 100. */
  readonly limit?: bigint | undefined
  readonly reverse?: boolean | undefined
}

export interface Page<Item> {
  readonly items: readonly Item[]
  /** Where the next page begins; absent on the last one. */
  readonly nextKey?: Uint8Array
  /** Entries of the whole list. */
  readonly total: bigint
}

/** A request that was checked. */
export interface PageStart {
  /** The first number of the page, when a key names it. */
  readonly start: bigint | undefined
  readonly skip: number
  readonly limit: number
  readonly reverse: boolean
}

const DEFAULT_LIMIT = 100n
const MAX_LIMIT = 1000n
const MAX_SKIP = BigInt(Number.MAX_SAFE_INTEGER)

/** Items of a page that are read at once: a store far away takes its time for each. */
const READ_AHEAD = 32

/**
 * `numberOf` reads the number of the entry with which a page begins from its key; it is `undefined` for a key that
 * no page gave. Throws `invalid-argument` (3004) for such a key, a key beside an offset, or a limit over 1,000.
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
  // No list is as long: an offset beyond its end gives an empty page, however far beyond.
  const skip = Number(offset < MAX_SKIP ? offset : MAX_SKIP)
  return { start, skip, limit: Number(limit === 0n ? DEFAULT_LIMIT : limit), reverse }
}

interface TakePage<Entry> {
  readonly limit: number
  readonly total: bigint
  /** The key of a page that begins with this entry: what the network's store has it under. */
  readonly keyOf: (number: bigint, entry: Entry) => string
}

/** Takes one page of numbered entries that begin where the page does. */
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
