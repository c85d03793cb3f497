import type { BlockRecords } from './near-blocks.ts'

const PREFIX = 'block/'
/** The platform's limit for a key. */
const MAX_KEY_BYTES = 512
/** The shortest expiry that the platform accepts. A record names its own, which may be shorter. */
const MIN_EXPIRY_SECONDS = 60
/** How long a reader's own data center keeps what it has read: the shortest that the platform accepts. */
const CACHE_SECONDS = 30

interface Metadata {
  readonly until: number
  readonly size: number
  readonly pack?: number
  readonly offset?: number
}

/** {@link BlockRecords} in a KV namespace: place and expiry in the metadata, the bytes in the value. */
export function blockRecords(namespace: KVNamespace, now: () => number): BlockRecords {
  return {
    async find(key) {
      if (!isKey(key)) return undefined
      const { value, metadata } = await namespace.getWithMetadata<Metadata>(PREFIX + key, {
        type: 'arrayBuffer',
        cacheTtl: CACHE_SECONDS,
      })
      if (value === null || metadata === null || metadata.until <= now()) return undefined
      const { until: untilMs, size: sizeBytes, pack, offset } = metadata
      return pack === undefined || offset === undefined
        ? { untilMs, sizeBytes, bytes: new Uint8Array(value) }
        : { untilMs, sizeBytes, place: { pack, offset } }
    },
    async keep(key, { untilMs, sizeBytes, place, bytes }) {
      const leftSeconds = Math.ceil((untilMs - now()) / 1000)
      if (!isKey(key) || leftSeconds <= 0) return
      const metadata: Metadata = { until: untilMs, size: sizeBytes, ...place }
      await namespace.put(PREFIX + key, bytes ?? '', {
        metadata,
        expirationTtl: Math.max(leftSeconds, MIN_EXPIRY_SECONDS),
      })
    },
  }
}

function isKey(key: string): boolean {
  return PREFIX.length + key.length <= MAX_KEY_BYTES
}
