import { equalBytes } from '../../../codec/bytes/bytes.ts'
import type { PeerId } from '../../../codec/cid/peer-id.ts'
import { attempt, DomainError } from '../../../errors.ts'
import { checkRecord, compareRecords } from '../../../names/record/check-record.ts'
import { decodeNameRecord } from '../../../names/record/name-record.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Datastore } from '../../../ports/datastore.ts'
import { keyOf, prefixRange } from '../../../state/keys.ts'
import { loadOnce } from '../../../state/load-once.ts'

/** Records of names that others have stored at this node. */
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
const PREFIX = keyOf('routing/records/')
const rowOf = (name: PeerId) => keyOf(PREFIX, name.bytes)

/**
 * Everybody who can sign may store a record, so their number is limited: the one that was stored longest ago makes
 * room. After a restart the order is that of the names.
 */
export function createHostedRecords({
  datastore,
  clock,
  maxRecords = MAX_RECORDS,
}: HostedRecordsOptions): HostedRecords {
  /** The keys of the rows, oldest first. */
  const loadKeys = loadOnce(async () => {
    const keys = new Map<string, Uint8Array>()
    for await (const [key] of datastore.range(prefixRange(PREFIX))) keys.set(textOf(key), key)
    return keys
  })

  return {
    get: (name, options) => datastore.get(rowOf(name), options),

    async put(name, bytes, { signal } = {}) {
      const record = decodeNameRecord(bytes)
      await checkRecord(record, { name, nowMs: clock.now() })
      const key = rowOf(name)
      const value = await datastore.get(key, { signal })
      if (value && equalBytes(value, bytes)) return
      const held = value && attempt(() => decodeNameRecord(value))
      if (held && compareRecords(record, held) <= 0) {
        throw new DomainError('already-exists', "can't replace a newer value with an older value")
      }
      const keys = await loadKeys()
      const [oldest] = keys.size >= maxRecords && !keys.has(textOf(key)) ? keys.values() : []
      await datastore.batch(
        [{ type: 'put', key, value: bytes }, ...(oldest ? [{ type: 'delete' as const, key: oldest }] : [])],
        [{ key, value }],
        { signal },
      )
      if (oldest) keys.delete(textOf(oldest))
      keys.delete(textOf(key))
      keys.set(textOf(key), key)
    },
  }
}

const textOf = (key: Uint8Array) => String.fromCharCode(...key)
