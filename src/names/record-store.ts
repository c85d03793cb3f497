import { equalBytes } from '../codec/bytes/bytes.ts'
import type { PeerId } from '../codec/cid/peer-id.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { Locks } from '../ports/locks.ts'
import { applyChange } from '../state/change.ts'
import { keyOf } from '../state/keys.ts'
import { compareRecords } from './record/check-record.ts'
import { decodeNameRecord, type NameRecord } from './record/name-record.ts'

export interface RecordStorage {
  readonly datastore: Pick<Datastore, 'get' | 'batch'>
  readonly locks: Pick<Locks, 'exclusive'>
}

/** Each change of a record holds this lock for a moment, so that concurrent ones wait and sign once. */
const LOCK = 'names/records'

/** One row a name, own and foreign ones alike: the bytes of its newest record. */
const rowOf = (name: PeerId): Uint8Array => keyOf('names/records/', name.bytes)

/** The record that is held, which may have expired. Throws `corrupt` for a broken row. */
export async function heldRecord(
  { datastore }: Pick<RecordStorage, 'datastore'>,
  name: PeerId,
  options: AbortOptions,
): Promise<NameRecord | undefined> {
  const row = await datastore.get(rowOf(name), options)
  return row && decodeNameRecord(row)
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
    readonly plan: (held: NameRecord | undefined) => Promise<Uint8Array>
  },
): Promise<void> {
  const key = rowOf(name)
  const change = async () => {
    const value = await datastore.get(key, { signal })
    const next = await plan(value && decodeNameRecord(value))
    if (value && equalBytes(value, next)) return { operations: [], expect: [] }
    return { operations: [{ type: 'put' as const, key, value: next }], expect: [{ key, value }] }
  }
  await locks.exclusive(LOCK, () => applyChange(datastore, change, { signal }), { signal })
}

/** Throws `failed-precondition` for a record that is not newer than another one of its name, or equal to it. */
export function assertNewer(record: NameRecord, held: NameRecord | undefined): void {
  if (!held || equalBytes(held.bytes, record.bytes) || compareRecords(record, held) > 0) return
  throw new DomainError(
    'failed-precondition',
    `existing IPNS record has sequence ${held.sequence} >= new record sequence ${record.sequence}`,
  )
}
