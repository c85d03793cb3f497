import { blockKey, type CID } from '../codec/cid/cid.ts'

/** What was read of nodes. A node is named by its CID, so that nothing here becomes stale. */
export interface RecentlyUsed<Value> {
  get(cid: CID): Value | undefined
  /** Does nothing for a value that takes over a quarter of the room, since it would displace all others. */
  add(cid: CID, value: Value): void
}

export interface RecentlyUsedOptions<Value> {
  /** What a value takes, in units of some hundred bytes: of a name, {@link unitsOfName}. */
  readonly unitsOf: (value: Value) => number
  /** What all values together may take. */
  readonly maxUnits: number
}

/** Characters, or bytes, beside what belongs to each name. */
const UNIT = 64

/** What a name takes, with the object that has it. */
export function unitsOfName(name: string): number {
  return 1 + unitsOfBytes(name.length)
}

export function unitsOfBytes(sizeBytes: number): number {
  return Math.floor(sizeBytes / UNIT)
}

/** Creates a cache that drops the values which were not used for the longest time. */
export function createRecentlyUsed<Value>({
  unitsOf,
  maxUnits,
}: RecentlyUsedOptions<Value>): RecentlyUsed<Value> {
  const kept = new Map<string, { readonly value: Value; readonly units: number }>()
  let count = 0

  return {
    get(cid) {
      const key = keyOf(cid)
      const found = kept.get(key)
      if (!found) return undefined
      // Behind those that were used before it.
      kept.delete(key)
      kept.set(key, found)
      return found.value
    },
    add(cid, value) {
      const key = keyOf(cid)
      // An empty value takes room too.
      const units = Math.max(1, unitsOf(value))
      if (units > maxUnits / 4) return
      count += units - (kept.get(key)?.units ?? 0)
      kept.delete(key)
      kept.set(key, { value, units })
      for (const [oldest, dropped] of kept) {
        if (count <= maxUnits) return
        count -= dropped.units
        kept.delete(oldest)
      }
    },
  }
}

function keyOf(cid: CID): string {
  return `${cid.code} ${blockKey(cid)}`
}
