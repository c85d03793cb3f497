import { compareBytes, equalBytes, joinBytes, startsWithBytes } from '../src/codec/bytes/bytes.ts'
import { isDomainError } from '../src/errors.ts'
import { crc32 } from '../src/packs/pack-table.ts'
import type { AbortOptions } from '../src/ports/abort.ts'
import type { Datastore, Entry, Expectation, Range } from '../src/ports/datastore.ts'
import type { Logger } from '../src/ports/logger.ts'
import { keyOf, prefixRange } from '../src/state/keys.ts'

/**
 * Rows of which each exists once, and on which much depends: a root that differs by one bit leads to nothing, and what
 * is below it looks like garbage. All keys that begin so.
 */
const DOUBLED = [
  'calendar/head',
  'calendar/next-date',
  'calendar/rows/',
  'config/document',
  'files/root',
  'keys/',
  'ledger/',
  'names/',
  'pins/remote/services/',
].map((prefix) => keyOf(prefix))

const FIRST_BYTES = new Set(DOUBLED.map(([first]) => first))

const CHECKSUM_BYTES = 4

/**
 * Copies of this size that are the same are taken for such without a checksum, which would cost most of the start of a
 * large calendar. No value of this size that was stored once has two halves that are the same.
 */
const SURE_FROM_BYTES = 1024

/** A larger value is stored once: two copies might not fit into a row of the database. */
const MAX_DOUBLED_BYTES = 900_000

/**
 * Stores the rows on which much depends twice, each copy with its CRC-32, in one value: the database has no checksums
 * of its own. A damaged copy is replaced by the other, and the log says so. Values that an earlier build stored once
 * are doubled when they are first read by their keys. When both copies are damaged, the whole value is handed on,
 * which its reader refuses.
 */
export function doubledRows(store: Datastore, logger: Logger): Datastore {
  /** Rows whose repair is under way, or has failed: a full disk would fail each of their reads' repairs. */
  const renewing = new Set<string>()
  /** Writes two good copies. Another change of the row, or a failure, leaves the row as it is. */
  const renew = async (key: Uint8Array, { stored, value, isDamaged }: Found) => {
    const name = nameOf(key)
    if (renewing.has(name)) return
    renewing.add(name)
    try {
      await store.batch([{ type: 'put', key, value: doubled(value) }], [{ key, value: stored }])
      renewing.delete(name)
      if (isDamaged) logger.log('warn', 'app', `Repaired row ${name}: one of its copies was damaged`)
    } catch (error) {
      if (isDomainError(error, 'failed-precondition')) renewing.delete(name)
      else logger.log('warn', 'app', `Cannot repair row ${name}`, { error })
    }
  }
  const read = (key: Uint8Array, stored: Uint8Array) => {
    const found = find(stored)
    if (found.isDamaged || mayBeDoubled(found)) void renew(key, found)
    return found.value
  }
  /** A range may have many rows of an earlier build, so only damaged ones are written anew. */
  const readInRange = (key: Uint8Array, stored: Uint8Array) => {
    const found = find(stored)
    if (found.isDamaged) void renew(key, found)
    return found.value
  }
  /** A row that still has one copy, or a damaged one, is expected as it is. */
  const asStored = async ({ key, value }: Expectation, { signal }: AbortOptions): Promise<Expectation> => {
    if (!value || !isDoubledKey(key)) return { key, value }
    const stored = await store.get(key, { signal })
    return { key, value: stored && equalBytes(find(stored).value, value) ? stored : doubled(value) }
  }
  async function* undoubled(entries: AsyncIterable<Entry>): AsyncGenerator<Entry, void> {
    for await (const [key, value] of entries) yield [key, isDoubledKey(key) ? readInRange(key, value) : value]
  }

  return {
    // Not `async`: most calls are for other rows, and pass as they are.
    get(key, options) {
      const stored = store.get(key, options)
      return isDoubledKey(key) ? stored.then((value) => value && read(key, value)) : stored
    },
    range(range, options) {
      const entries = store.range(range, options)
      return mayHaveDoubled(range) ? undoubled(entries) : entries
    },
    async batch(operations, expect = [], options = {}) {
      const isPlain = ({ key }: { readonly key: Uint8Array }) => !isDoubledKey(key)
      if (operations.every(isPlain) && expect.every(isPlain)) return store.batch(operations, expect, options)
      const writes = operations.map((operation) =>
        operation.type === 'put' && isDoubledKey(operation.key)
          ? { ...operation, value: doubled(operation.value) }
          : operation,
      )
      await store.batch(writes, await Promise.all(expect.map((each) => asStored(each, options))), options)
    },
    generation: store.generation,
  }
}

interface Found {
  readonly stored: Uint8Array
  readonly value: Uint8Array
  /** False for a value that was stored once, and for one whose copies are both damaged. */
  readonly isDoubled: boolean
  /** True when one of the copies is damaged. */
  readonly isDamaged: boolean
}

/** True for a value that is stored once and need not be. */
function mayBeDoubled({ isDoubled, value }: Found): boolean {
  return !isDoubled && value.byteLength <= MAX_DOUBLED_BYTES
}

function doubled(value: Uint8Array): Uint8Array {
  if (value.byteLength > MAX_DOUBLED_BYTES) return value
  const checksum = new Uint8Array(CHECKSUM_BYTES)
  new DataView(checksum.buffer).setUint32(0, crc32(value))
  return joinBytes([value, checksum, value, checksum])
}

function find(stored: Uint8Array): Found {
  const half = stored.byteLength / 2
  if (!Number.isInteger(half) || half < CHECKSUM_BYTES) return single(stored)
  const copies = [stored.slice(0, half), stored.slice(half)] as const
  const isSame = areSame(...copies)
  if (isSame && half >= SURE_FROM_BYTES) {
    const value = copies[0].slice(0, half - CHECKSUM_BYTES)
    return { stored, value, isDoubled: true, isDamaged: false }
  }
  const value = valueIn(copies[0]) ?? valueIn(copies[1])
  return value ? { stored, value, isDoubled: true, isDamaged: !isSame } : single(stored)
}

/** Whether two arrays of one length, which have buffers of their own, are equal: four bytes at a time. */
function areSame(first: Uint8Array, second: Uint8Array): boolean {
  const words = first.byteLength >> 2
  const [a, b] = [new Uint32Array(first.buffer, 0, words), new Uint32Array(second.buffer, 0, words)]
  for (let at = 0; at < words; at += 1) if (a[at] !== b[at]) return false
  return equalBytes(first.subarray(4 * words), second.subarray(4 * words))
}

/** A value behind which its checksum comes. `undefined` when that differs. */
function valueIn(copy: Uint8Array): Uint8Array | undefined {
  const end = copy.byteLength - CHECKSUM_BYTES
  const checksum = new DataView(copy.buffer, copy.byteOffset).getUint32(end)
  const value = copy.slice(0, end)
  return checksum === crc32(value) ? value : undefined
}

function single(stored: Uint8Array): Found {
  return { stored, value: stored, isDoubled: false, isDamaged: false }
}

function isDoubledKey(key: Uint8Array): boolean {
  return FIRST_BYTES.has(key[0]) && DOUBLED.some((prefix) => startsWithBytes(key, prefix))
}

function mayHaveDoubled({ gte, lt }: Range): boolean {
  return DOUBLED.some((prefix) => {
    const end = prefixRange(prefix).lt
    return !(lt && compareBytes(lt, prefix) <= 0) && !(gte && end && compareBytes(gte, end) >= 0)
  })
}

function nameOf(key: Uint8Array): string {
  return JSON.stringify(new TextDecoder().decode(key))
}
