import type { BlockRecord, BlockRecords } from './near-blocks.ts'

/** Some 300 bytes each. */
const MAX_RECORDS = 4096

/**
 * {@link BlockRecords} that remember where blocks are, of the last records that this front has found or kept, so that
 * a file that many read is looked up once. Records with bytes are left to the namespace.
 */
export function recentRecords(records: BlockRecords, now: () => number): BlockRecords {
  const recent = new Map<string, BlockRecord>()
  const remember = (key: string, record: BlockRecord) => {
    recent.delete(key)
    if (record.bytes) return
    recent.set(key, record)
    for (const oldest of recent.keys()) {
      if (recent.size <= MAX_RECORDS) break
      recent.delete(oldest)
    }
  }
  return {
    async find(key) {
      const known = recent.get(key)
      const record = known && known.untilMs > now() ? known : await records.find(key)
      if (record) remember(key, record)
      else recent.delete(key)
      return record
    },
    keep(key, record) {
      remember(key, record)
      return records.keep(key, record)
    },
  }
}
