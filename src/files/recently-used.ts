import { blockKey, type CID } from '../codec/cid/cid.ts'

/** What was read of nodes. A node is named by its CID, so that nothing here becomes stale. */
export interface RecentlyUsed<Value> {
  get(cid: CID): Value | undefined
  /** Does nothing for a value that takes over a quarter of the room, since it would displace all others. */
  add(cid: CID, value: Value): void
}

export interface RecentlyUsedOptions<Value> {
  /** Names in a value, which are most of its memory. */
  readonly namesOf: (value: Value) => readonly string[]
  /** Names of up to 64 characters that all values together have at most. A longer name counts as several. */
  readonly maxNames: number
}

/** Characters of a name that counts as one. */
const NAME_LENGTH = 64

/** Creates a cache that drops the values which were not used for the longest time. */
export function createRecentlyUsed<Value>({
  namesOf,
  maxNames,
}: RecentlyUsedOptions<Value>): RecentlyUsed<Value> {
  const kept = new Map<string, { readonly value: Value; readonly names: number }>()
  let count = 0
  const weigh = (value: Value) => {
    const names = namesOf(value).reduce((sum, name) => sum + 1 + Math.floor(name.length / NAME_LENGTH), 0)
    return Math.max(1, names)
  }

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
      const names = weigh(value)
      if (names > maxNames / 4) return
      count += names - (kept.get(key)?.names ?? 0)
      kept.delete(key)
      kept.set(key, { value, names })
      for (const [oldest, dropped] of kept) {
        if (count <= maxNames) return
        count -= dropped.names
        kept.delete(oldest)
      }
    },
  }
}

function keyOf(cid: CID): string {
  return `${cid.code} ${blockKey(cid)}`
}
