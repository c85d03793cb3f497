import { equalBytes } from '../../../codec/bytes/bytes.ts'
import type { PeerId } from '../../../codec/cid/peer-id.ts'
import { attempt, DomainError } from '../../../errors.ts'
import { checkRecord, compareRecords } from '../../../names/record/check-record.ts'
import { decodeNameRecord } from '../../../names/record/name-record.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Datastore } from '../../../ports/datastore.ts'
import { createBoundedRows } from './bounded-rows.ts'

/** Records of names that others have stored at this node, over HTTP or as a peer of a DHT. */
export interface HostedRecords {
  /** The bytes of a record, unchecked: it may have expired. */
  get(name: PeerId, options?: AbortOptions): Promise<Uint8Array | undefined>
  /**
   * Stores a record. Throws `corrupt`, `too-large` and `failed-precondition` for a record that is not valid for the
   * name, and `already-exists` if a newer one is stored.
   */
  put(name: PeerId, record: Uint8Array, options?: AbortOptions): Promise<void>
}

export interface HostedRecordsOptions {
  readonly datastore: Pick<Datastore, 'get' | 'range' | 'batch'>
  readonly clock: Pick<Clock, 'now'>
  /** Default: 2,048, which are 20 MiB at most. */
  readonly maxRecords?: number
}

const MAX_RECORDS = 2_048

/** Any client that can sign may store a record, so their number is limited. */
export function createHostedRecords({
  datastore,
  clock,
  maxRecords = MAX_RECORDS,
}: HostedRecordsOptions): HostedRecords {
  const rows = createBoundedRows({ datastore, prefix: 'routing/records/', maxRows: maxRecords })

  return {
    get: (name, options) => rows.get(name.bytes, options),

    async put(name, bytes, { signal } = {}) {
      const record = decodeNameRecord(bytes)
      await checkRecord(record, { name, nowMs: clock.now() })
      const value = await rows.get(name.bytes, { signal })
      if (value && equalBytes(value, bytes)) return
      const held = value && attempt(() => decodeNameRecord(value))
      if (held && compareRecords(record, held) <= 0) {
        throw new DomainError('already-exists', "can't replace a newer value with an older value")
      }
      await rows.put({ key: name.bytes, value: bytes, held: { value } }, { signal })
    },
  }
}
