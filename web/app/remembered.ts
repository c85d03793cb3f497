import { createStore, get, update } from 'idb-keyval'

/** Small things that the page keeps for its next visit, by key, in the order in which they came. */
export interface Remembered<T> {
  /** All of them; none where the browser does not let the page store anything. */
  read(): Promise<ReadonlyMap<string, T>>
  /** Puts these behind all others; the first ones over `most` go. Does nothing without room or permission. */
  add(entries: Iterable<readonly [key: string, value: T]>): Promise<void>
  remove(key: string): Promise<void>
}

/** One database for all views, apart from those of the node. */
const store = createStore('tidepool/page', 'remembered')

/** At most `most` things under a name that no other view uses. */
export function remembered<T>(name: string, most: number): Remembered<T> {
  const change = async (act: (all: Map<string, T>) => void) => {
    try {
      await update<Map<string, T>>(
        name,
        (held) => {
          const all = held ?? earlier<T>(name)
          act(all)
          return new Map([...all].slice(-most))
        },
        store,
      )
      localStorage.removeItem(`tidepool:${name}`)
    } catch {
      // What the page cannot keep it does without: it says less, and nothing is lost.
    }
  }
  return {
    async read() {
      try {
        return (await get<Map<string, T>>(name, store)) ?? earlier<T>(name)
      } catch {
        return new Map()
      }
    },
    add: (entries) =>
      change((all) => {
        for (const [key, value] of entries) {
          all.delete(key)
          all.set(key, value)
        }
      }),
    remove: (key) => change((all) => all.delete(key)),
  }
}

/** What an earlier version of the page has kept as text, as an object or as a list of pairs. */
function earlier<T>(name: string): Map<string, T> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`tidepool:${name}`) ?? '[]')
    return new Map(Array.isArray(kept) ? kept : Object.entries(kept as Record<string, T>))
  } catch {
    return new Map()
  }
}
