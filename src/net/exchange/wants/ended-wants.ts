/**
 * What a received block is: `wanted` now; `repeated`, found before; `late`, given up before; `unknown`, never asked
 * for.
 */
export type Arrival = 'wanted' | 'repeated' | 'late' | 'unknown'

/** Remembers wants that have ended, whose blocks may still arrive. */
export interface EndedWants {
  add(key: string, isFound: boolean): void
  arrival(key: string): Exclude<Arrival, 'wanted'>
}

/** Blocks of older wants count as unknown. */
const MAX_ENDED = 1024

export function createEndedWants(): EndedWants {
  const ended = new Map<string, boolean>()
  return {
    add(key, isFound) {
      ended.delete(key)
      ended.set(key, isFound)
      const [oldest] = ended.keys()
      if (ended.size > MAX_ENDED && oldest !== undefined) ended.delete(oldest)
    },
    arrival(key) {
      const isFound = ended.get(key)
      if (isFound === undefined) return 'unknown'
      return isFound ? 'repeated' : 'late'
    },
  }
}
