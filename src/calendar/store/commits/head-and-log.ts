import { type CID, formatCid, parseCid } from '../../../codec/cid/cid.ts'
import { DomainError } from '../../../errors.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Datastore, Operation } from '../../../ports/datastore.ts'
import { keyOf } from '../../../state/keys.ts'
import { COLLECTIONS } from '../../model/calendar.ts'
import type { Collection } from '../../model/records.ts'
import { logAbove, logKey } from '../rows/keys.ts'

/** The head row. Every write replaces it, and expects the value that it read. */
export interface Head {
  readonly commit: CID
  readonly height: number
  readonly state: CID
  /** The next id of events, venues, organizers and images, and the next id of terms. */
  readonly nextPost: number
  readonly nextTerm: number
  /** Format of the rows. Rows of another format are not read. */
  readonly format: number
}

const DECODER = new TextDecoder()

export const HEAD_KEY = keyOf('calendar/head')

/** Format of the rows in the Datastore. */
export const ROW_FORMAT = 1

/**
 * The first ids in an empty calendar. They equal those of a fresh recorded server, so that recorded requests name
 * the right records. Source: calendar facts, section 17.
 */
export const FIRST_POST = 4
export const FIRST_TERM = 2

export interface StoredHead {
  /** The stored bytes, which a write expects; absent before the first commit. */
  readonly value: Uint8Array | undefined
  readonly head: Head | undefined
}

/** Reads the head. Throws `corrupt` when the row is malformed. */
export async function readHead(
  datastore: Pick<Datastore, 'get'>,
  options: AbortOptions = {},
): Promise<StoredHead> {
  const value = await datastore.get(HEAD_KEY, options)
  return { value, head: value && decodeHead(value) }
}

/** Encodes a head deterministically: writes compare the bytes. */
export function encodeHead({ commit, height, state, nextPost, nextTerm, format }: Head): Uint8Array {
  const fields = { commit: formatCid(commit), height, state: formatCid(state), nextPost, nextTerm, format }
  return keyOf(JSON.stringify(fields))
}

function decodeHead(value: Uint8Array): Head {
  try {
    const held: Record<string, unknown> = JSON.parse(DECODER.decode(value))
    return {
      commit: parseCid(textOf(held['commit'])),
      state: parseCid(textOf(held['state'])),
      height: countOf(held['height']),
      nextPost: countOf(held['nextPost']),
      nextTerm: countOf(held['nextTerm']),
      format: countOf(held['format']),
    }
  } catch (cause) {
    throw new DomainError('corrupt', 'Cannot read head of the calendar: not a record of it', { cause })
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  throw new TypeError('no text')
}

function countOf(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new TypeError('no number')
}

/** A row that a commit changed. */
export interface ChangedRow {
  readonly collection: Collection
  readonly id: number
}

/** Commits whose changed rows the log keeps. A process that is further behind reads all rows again. */
const LOG_COMMITS = 1024

/** The operations that add a commit to the log and remove the oldest one. */
export function logOperations(height: number, touched: readonly ChangedRow[]): Operation[] {
  const rows = touched.map(({ collection, id }) => [COLLECTIONS.indexOf(collection), id])
  const added: Operation = { type: 'put', key: logKey(height), value: keyOf(JSON.stringify(rows)) }
  if (height <= LOG_COMMITS) return [added]
  return [added, { type: 'delete', key: logKey(height - LOG_COMMITS) }]
}

/**
 * The rows that the commits of these heights changed, each once. `undefined` when the log does not reach back so
 * far.
 */
export async function changedRowsBetween(
  datastore: Pick<Datastore, 'range'>,
  { above, upTo }: { readonly above: number; readonly upTo: number },
  options: AbortOptions = {},
): Promise<readonly ChangedRow[] | undefined> {
  if (upTo - above > LOG_COMMITS || upTo < above) return undefined
  const touched = new Map<string, ChangedRow>()
  let commits = 0
  for await (const [, value] of datastore.range({ ...logAbove(above), limit: upTo - above }, options)) {
    commits += 1
    const rows: readonly (readonly [number, number])[] = JSON.parse(DECODER.decode(value))
    for (const [number, id] of rows) {
      const collection = COLLECTIONS[number]
      if (collection) touched.set(`${collection}/${id}`, { collection, id })
    }
  }
  return commits === upTo - above ? [...touched.values()] : undefined
}
