import type { AbortOptions } from '../ports/abort.ts'
import { createWaitingLine } from '../streams/waiting-line.ts'

/** A limit for bytes in memory that several users share. */
export interface ByteBudget {
  /** Reserves `bytes` and returns the function that releases them. `undefined` when there is no room. */
  tryTake(bytes: number): (() => void) | undefined
  /** Waits for room, then reserves `bytes`. Requests are granted in order of arrival. */
  take(bytes: number, options?: AbortOptions): Promise<() => void>
  /** True while a caller waits for room. Holders of idle bytes should then release them. */
  isCrowded(): boolean
  /** Calls `relieve` each time a caller begins to wait, until the returned function is called. */
  onCrowd(relieve: () => void): () => void
}

/**
 * Limit for the bytes that all requests together are writing into the store: well below the 128 MiB of an edge
 * isolate.
 */
const WRITE_BUDGET_BYTES = 48 * 1024 * 1024

/** Creates the write budget, of which a node has one. */
export function createWriteBudget(): ByteBudget {
  return createByteBudget(WRITE_BUDGET_BYTES)
}

/**
 * Creates a budget of `limitBytes`. A single request above the limit is granted when nothing else is reserved,
 * so that it does not wait for ever. Holders must release or use up their bytes as soon as the budget is
 * crowded, or an idle holder starves all others.
 */
export function createByteBudget(limitBytes: number): ByteBudget {
  const waiting = createWaitingLine<number, () => void>({ onLeave: () => admit() })
  const relievers = new Set<() => void>()
  let taken = 0

  const hasRoom = (bytes: number) => taken === 0 || taken + bytes <= limitBytes
  const hold = (bytes: number) => {
    let held = true
    taken += bytes
    return () => {
      if (!held) return
      held = false
      taken -= bytes
      admit()
    }
  }
  const admit = () => {
    for (let bytes = waiting.first(); bytes !== undefined && hasRoom(bytes); bytes = waiting.first()) {
      waiting.admitFirst(hold(bytes))
    }
  }
  const tryTake = (bytes: number) => (waiting.length === 0 && hasRoom(bytes) ? hold(bytes) : undefined)

  return {
    tryTake,
    isCrowded: () => waiting.length > 0,
    onCrowd(relieve) {
      relievers.add(relieve)
      return () => relievers.delete(relieve)
    },
    async take(bytes, { signal } = {}) {
      signal?.throwIfAborted()
      const release = tryTake(bytes)
      if (release) return release
      const granted = waiting.wait(bytes, { signal })
      for (const relieve of relievers) relieve()
      return granted
    },
  }
}
