import { createStore, get, update } from 'idb-keyval'

/** Small values that the page stores for later visits, by key, in the order in which they were added. */
export interface Remembered<T> {
  /** All values. Empty where the browser does not let the page store anything. */
  read(): Promise<ReadonlyMap<string, T>>
  /** Appends values and removes the oldest above `most`. Does nothing without space or permission. */
  add(entries: Iterable<readonly [key: string, value: T]>): Promise<void>
  remove(key: string): Promise<void>
}

/** One database for all views, separate from those of the node. */
const store = createStore('tidepool/page', 'remembered')

/** Opens a store for at most `most` values. Each view uses a name of its own. */
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
      // The page works without what it cannot store: it shows less, and nothing is lost.
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

/** Values that earlier versions of the page stored as text, as an object or as a list of pairs. */
function earlier<T>(name: string): Map<string, T> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`tidepool:${name}`) ?? '[]')
    return new Map(Array.isArray(kept) ? kept : Object.entries(kept as Record<string, T>))
  } catch {
    return new Map()
  }
}
