import type { Space } from '../src/ports/space.ts'

/** What the platform lets the database of one object grow to: "10 GB", which may be the smaller of both meanings. */
const LIMIT_BYTES = 10_000_000_000

/**
 * The space of a deployment is that of its object's database: the bucket has no limit. It is told, and nothing is
 * refused for it: a block without a place in the database goes into the bucket, and rows are refused by the platform.
 */
export function databaseSpace({ sql }: Pick<DurableObjectStorage, 'sql'>): Space {
  return {
    totalBytes: LIMIT_BYTES,
    freeBytes: async () => Math.max(0, LIMIT_BYTES - sql.databaseSize),
    grow: (_sizeBytes, write) => write(),
    change: (write) => write(),
  }
}
