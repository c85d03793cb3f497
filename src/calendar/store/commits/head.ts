import { type CID, formatCid, parseCid } from '../../../codec/cid/cid.ts'
import { DomainError } from '../../../errors.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Datastore } from '../../../ports/datastore.ts'
import { keyOf } from '../../../state/keys.ts'

/** The head row. Every write replaces it, and expects the value that it read. */
export interface Head {
  readonly commit: CID
  readonly height: number
  readonly state: CID
  /** The next id of events, venues, organizers and images, and the next id of terms. */
  readonly nextPost: number
  readonly nextTerm: number
  /** Format of the rows. Rows of another format are rebuilt from the records. */
  readonly format: number
}

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
    const held: Record<string, unknown> = JSON.parse(new TextDecoder().decode(value))
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
