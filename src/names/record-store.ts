import { equalBytes } from '../codec/bytes/bytes.ts'
import type { PeerId } from '../codec/cid/peer-id.ts'
import { attempt, DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore, Operation } from '../ports/datastore.ts'
import type { Locks } from '../ports/locks.ts'
import { applyChange } from '../state/change.ts'
import { keyOf } from '../state/keys.ts'
import { compareRecords } from './record/check-record.ts'
import { decodeNameRecord, type NameRecord } from './record/name-record.ts'

export interface RecordStorage {
  readonly datastore: Pick<Datastore, 'get' | 'range' | 'batch'>
  readonly locks: Pick<Locks, 'exclusive'>
}

/** Each change of a record holds this lock for a moment, so that concurrent ones wait and sign once. */
export const RECORDS_LOCK = 'names/records'

/** The prefix of {@link nameRow}. */
export const recordRows = (): Uint8Array => keyOf('names/records/')

/** One row a name, own and foreign ones alike: the bytes of its newest record. */
export const nameRow = (name: PeerId): Uint8Array => keyOf(recordRows(), name.bytes)

/** A record with a shorter validity is not renewed: its publisher wants it to end. */
const MIN_RENEWED_MS = 60 * 60 * 1000

/** One row for each name whose record is renewed: the validity in milliseconds, as text. */
const lifetimeRowOf = (name: PeerId): Uint8Array => keyOf(lifetimeRows(), name.bytes)

/** The prefix of those rows. */
export const lifetimeRows = (): Uint8Array => keyOf('names/lifetimes/')

/** Validity of the record of a name each time that this node signs it; `undefined` if it is not renewed. */
export async function lifetimeOf(
  { datastore }: Pick<RecordStorage, 'datastore'>,
  name: PeerId,
  options: AbortOptions,
): Promise<number | undefined> {
  const row = await datastore.get(lifetimeRowOf(name), options)
  return row && Number(new TextDecoder().decode(row))
}

/** The replacement of a record. */
export interface NextRecord {
  readonly bytes: Uint8Array
  /** Of one that this node signs; absent, what is known of renewals stays. */
  readonly lifetimeMs?: number
}

/** The record that is held, which may have expired. A damaged one counts as none: the next one replaces it. */
export async function heldRecord(
  { datastore }: Pick<RecordStorage, 'datastore'>,
  name: PeerId,
  options: AbortOptions,
): Promise<NameRecord | undefined> {
  const row = await datastore.get(nameRow(name), options)
  return row && readRow(row)
}

/**
 * Puts the record that `plan` makes in the place of the one that it is given: in one batch that expects that one. If
 * another process was faster, `plan` runs again.
 */
export async function replaceRecord(
  { datastore, locks }: RecordStorage,
  name: PeerId,
  {
    plan,
    signal,
  }: AbortOptions & {
    readonly plan: (held: NameRecord | undefined) => Promise<NextRecord>
  },
): Promise<void> {
  const key = nameRow(name)
  const change = async () => {
    const value = await datastore.get(key, { signal })
    const { bytes, lifetimeMs } = await plan(value && readRow(value))
    if (value && equalBytes(value, bytes)) return { operations: [], expect: [] }
    const lifetime = lifetimeMs === undefined ? [] : [lifetimeOperation(name, lifetimeMs)]
    return {
      operations: [{ type: 'put' as const, key, value: bytes }, ...lifetime],
      expect: [{ key, value }],
    }
  }
  await locks.exclusive(RECORDS_LOCK, () => applyChange(datastore, change, { signal }), { signal })
}

function readRow(row: Uint8Array): NameRecord | undefined {
  return attempt(() => decodeNameRecord(row))
}

function lifetimeOperation(name: PeerId, lifetimeMs: number): Operation {
  const key = lifetimeRowOf(name)
  if (lifetimeMs < MIN_RENEWED_MS) return { type: 'delete', key }
  return { type: 'put', key, value: new TextEncoder().encode(String(lifetimeMs)) }
}

/** Throws `failed-precondition` for a record that is not newer than another one of its name, or equal to it. */
export function assertNewer(record: NameRecord, held: NameRecord | undefined): void {
  if (!held || equalBytes(held.bytes, record.bytes) || compareRecords(record, held) > 0) return
  throw new DomainError(
    'failed-precondition',
    `existing IPNS record has sequence ${held.sequence} >= new record sequence ${record.sequence}`,
  )
}
