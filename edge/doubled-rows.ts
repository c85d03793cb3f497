import { compareBytes, equalBytes, startsWithBytes } from '../src/codec/bytes/bytes.ts'
import { DomainError, isDomainError } from '../src/errors.ts'
import type { AbortOptions } from '../src/ports/abort.ts'
import type { Datastore, Entry, Expectation, Range } from '../src/ports/datastore.ts'
import type { Logger } from '../src/ports/logger.ts'
import { keyOf, prefixRange } from '../src/state/keys.ts'
import { doubledValue, MAX_DOUBLED_BYTES, readDoubled, type StoredValue } from './doubled-value.ts'

const keysOf = (prefixes: readonly string[]) => prefixes.map((prefix) => keyOf(prefix))

/** Rows of which each is for itself: those that read all of them leave a broken one out. */
const APART = keysOf(['keys/', 'names/', 'pins/remote/services/'])

/**
 * Rows of which each exists once, and on which much depends: a root that differs by one bit leads to nothing, and what
 * is below it looks like garbage. All keys that begin so.
 */
const DOUBLED = [
  ...keysOf(['calendar/head', 'calendar/next-date', 'calendar/rows/']),
  ...keysOf(['config/document', 'files/root', 'ledger/']),
  ...APART,
]

const FIRST_BYTES = new Set(DOUBLED.map(([first]) => first))

/**
 * Stores the rows on which much depends twice, each copy with its CRC-32, in one value: the database has no checksums
 * of its own. A damaged copy is replaced by the other, or both by what is right in each, and the log says so. Values
 * that an earlier build stored once are doubled when they are first read by their keys.
 *
 * Where nothing can be read from both copies, the log says that too, and the row stays as it is. A read by its key gets
 * the whole value, which its reader refuses. A range throws `corrupt` instead, so that no backup has such a value,
 * unless its rows are each for itself.
 */
export function doubledRows(store: Datastore, logger: Logger): Datastore {
  /** Rows whose repair is under way, or has failed: a full disk would fail each of their reads' repairs. */
  const renewing = new Set<string>()
  const broken = new Set<string>()
  /** Writes two good copies. Another change of the row, or a failure, leaves the row as it is. */
  const renew = async (key: Uint8Array, { stored, value, state }: StoredValue) => {
    const name = nameOf(key)
    if (renewing.has(name)) return
    renewing.add(name)
    try {
      await store.batch([{ type: 'put', key, value: doubledValue(value) }], [{ key, value: stored }])
      renewing.delete(name)
      if (state === 'damaged')
        logger.log('warn', 'app', `Repaired row ${name}: one of its copies was damaged, or both`)
    } catch (error) {
      if (isDomainError(error, 'failed-precondition')) renewing.delete(name)
      else logger.log('warn', 'app', `Cannot repair row ${name}`, { error })
    }
  }
  const found = (key: Uint8Array, stored: Uint8Array) => {
    const read = readDoubled(stored)
    if (read.state === 'damaged') void renew(key, read)
    if (read.state === 'broken' && !broken.has(nameOf(key))) {
      broken.add(nameOf(key))
      logger.log('error', 'app', `Cannot repair row ${nameOf(key)}: both of its copies are damaged`)
    }
    return read
  }
  const read = (key: Uint8Array, stored: Uint8Array) => {
    const row = found(key, stored)
    if (row.state === 'single' && stored.byteLength <= MAX_DOUBLED_BYTES) void renew(key, row)
    return row.value
  }
  /** A range may have many rows of an earlier build, so only damaged ones are written anew. */
  const readInRange = (key: Uint8Array, stored: Uint8Array) => {
    const { value, state } = found(key, stored)
    if (state === 'broken' && !startsWithAny(key, APART)) {
      throw new DomainError('corrupt', `Cannot read row ${nameOf(key)}: both of its copies are damaged`)
    }
    return value
  }
  /** A row that still has one copy, or a damaged one, is expected as it is. */
  const asStored = async ({ key, value }: Expectation, { signal }: AbortOptions): Promise<Expectation> => {
    if (!value || !isDoubledKey(key)) return { key, value }
    const stored = await store.get(key, { signal })
    const isExpected = stored && equalBytes(readDoubled(stored).value, value)
    return { key, value: isExpected ? stored : doubledValue(value) }
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
          ? { ...operation, value: doubledValue(operation.value) }
          : operation,
      )
      await store.batch(writes, await Promise.all(expect.map((each) => asStored(each, options))), options)
    },
    generation: store.generation,
  }
}

function isDoubledKey(key: Uint8Array): boolean {
  return FIRST_BYTES.has(key[0]) && startsWithAny(key, DOUBLED)
}

function startsWithAny(key: Uint8Array, prefixes: readonly Uint8Array[]): boolean {
  return prefixes.some((prefix) => startsWithBytes(key, prefix))
}

function mayHaveDoubled({ gte, lt }: Range): boolean {
  return DOUBLED.some((prefix) => {
    const end = prefixRange(prefix).lt
    return !(lt && compareBytes(lt, prefix) <= 0) && !(gte && end && compareBytes(gte, end) >= 0)
  })
}

/** A key as text; each byte that is no letter, digit or sign as `\xff`. */
function nameOf(key: Uint8Array): string {
  const texts = Array.from(key, (byte) =>
    byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`,
  )
  return `"${texts.join('')}"`
}
