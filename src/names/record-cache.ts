import { formatPeerId, type PeerId } from '../codec/cid/peer-id.ts'
import { attempt } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import type { Datastore, Operation } from '../ports/datastore.ts'
import { keyOf, prefixRange, textBehind } from '../state/keys.ts'
import { loadOnceShared } from '../state/load-once.ts'
import { compareRecords, remainingMs } from './record/check-record.ts'
import { decodeNameRecord, type NameRecord } from './record/name-record.ts'

/** Records of other nodes' names, for when no router or peer answers any more. */
export interface RecordCache {
  /** The newest one that has not ended. */
  get(name: PeerId, options: AbortOptions): Promise<NameRecord | undefined>
  /** Keeps a valid record, unless its own record is as new. */
  put(name: PeerId, record: NameRecord, options: AbortOptions): Promise<void>
}

/** Any client can create names and resolve them at a gateway, so the least recently read one is dropped. */
const MAX_NAMES = 256

const PREFIX = 'names/found/'

const rowOf = (name: string) => keyOf(PREFIX, name)

export interface RecordCacheOptions {
  readonly datastore: Pick<Datastore, 'range' | 'batch'>
  readonly clock: Pick<Clock, 'now'>
}

/**
 * A cache over rows of the Datastore. They are read once, when what has ended is removed. Another process over the same
 * storage has a cache of its own: a row that both write is right either way.
 */
export function createRecordCache({ datastore, clock }: RecordCacheOptions): RecordCache {
  const hasEnded = (record: NameRecord) => remainingMs(record, clock.now()) < 0

  /** By name, read longest ago first. */
  const loaded = loadOnceShared(async (call) => {
    const found = new Map<string, NameRecord>()
    const removed: Operation[] = []
    for await (const [key, value] of datastore.range(prefixRange(keyOf(PREFIX)), call)) {
      const record = attempt(() => decodeNameRecord(value))
      const name = textBehind(keyOf(PREFIX), key)
      if (record && attempt(() => !hasEnded(record)) && found.size < MAX_NAMES) found.set(name, record)
      else removed.push({ type: 'delete', key })
    }
    if (removed.length > 0) await datastore.batch(removed, [], call)
    return found
  })
  const remove = async (known: Map<string, NameRecord>, name: string, call: AbortOptions) => {
    known.delete(name)
    await datastore.batch([{ type: 'delete', key: rowOf(name) }], [], call)
  }

  return {
    async get(name, call) {
      const known = await loaded(call)
      const text = formatPeerId(name)
      const record = known.get(text)
      if (!record) return undefined
      known.delete(text)
      known.set(text, record)
      if (!hasEnded(record)) return record
      await remove(known, text, call)
      return undefined
    },

    async put(name, record, call) {
      const known = await loaded(call)
      const text = formatPeerId(name)
      const before = known.get(text)
      if (before && compareRecords(record, before) <= 0) return
      known.delete(text)
      known.set(text, record)
      await datastore.batch([{ type: 'put', key: rowOf(text), value: record.bytes }], [], call)
      const [oldest] = known.keys()
      if (known.size > MAX_NAMES && oldest !== undefined) await remove(known, oldest, call)
    },
  }
}
