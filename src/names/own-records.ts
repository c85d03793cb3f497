import { attempt } from '../errors.ts'
import type { Keys } from '../keys/keys.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import type { Operation } from '../ports/datastore.ts'
import { prefixRange } from '../state/keys.ts'
import type { OwnRecord } from './names.ts'
import { remainingMs } from './record/check-record.ts'
import { decodeNameRecord } from './record/name-record.ts'
import {
  heldRecord,
  lifetimeOf,
  nameRow,
  RECORDS_LOCK,
  type RecordStorage,
  recordRows,
} from './record-store.ts'

export interface OwnRecordsOptions extends RecordStorage {
  readonly keys: Pick<Keys, 'list'>
  readonly clock: Pick<Clock, 'now'>
}

/** The records of own keys that have not ended and are renewed. */
export async function ownRecords(
  options: OwnRecordsOptions,
  call: AbortOptions,
): Promise<readonly OwnRecord[]> {
  const found: OwnRecord[] = []
  for (const { peerId: name } of await options.keys.list(call)) {
    if ((await lifetimeOf(options, name, call)) === undefined) continue
    const record = await heldRecord(options, name, call)
    if (record && remainingMs(record, options.clock.now()) >= 0) found.push({ name, record })
  }
  return found
}

/** Rows that are removed in one batch. */
const BATCH_ROWS = 500

/**
 * Removes the records of foreign names that have ended or are damaged. Those of own names stay: the next one must
 * have a higher number.
 */
export async function purgeRecords(options: OwnRecordsOptions, call: AbortOptions): Promise<void> {
  const { datastore, locks, keys, clock } = options
  const own = new Set((await keys.list(call)).map(({ peerId }) => formatKey(nameRow(peerId))))
  const purge = async () => {
    let ended: Operation[] = []
    for await (const [key, value] of datastore.range(prefixRange(recordRows()), call)) {
      const record = attempt(() => decodeNameRecord(value))
      const hasEnded = !record || attempt(() => remainingMs(record, clock.now()) < 0)
      if (hasEnded && !own.has(formatKey(key))) ended.push({ type: 'delete', key })
      if (ended.length < BATCH_ROWS) continue
      await datastore.batch(ended, [], call)
      ended = []
    }
    if (ended.length > 0) await datastore.batch(ended, [], call)
  }
  await locks.exclusive(RECORDS_LOCK, purge, call)
}

function formatKey(key: Uint8Array): string {
  return key.join()
}
