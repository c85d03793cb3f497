import type { AbortOptions } from '../ports/abort.ts'

/** Bytes that may be held at once by all who share the budget. */
export interface ByteBudget {
  /** Takes `bytes` at once and returns what gives them back, or `undefined` while there is no room. */
  tryTake(bytes: number): (() => void) | undefined
  /** The same, waiting for room. Requests are granted in order of arrival. */
  take(bytes: number, options?: AbortOptions): Promise<() => void>
  /** True while somebody waits: then nobody keeps bytes that nobody is working on. */
  isCrowded(): boolean
  /** Calls back each time somebody begins to wait, until the returned function is called. */
  onCrowd(relieve: () => void): () => void
}

/** Bytes on their way into the store, of all requests together: well inside the 128 MiB of an edge isolate. */
const WRITE_BUDGET_BYTES = 48 * 1024 * 1024

/** The one budget of a node. */
export function createWriteBudget(): ByteBudget {
  return createByteBudget(WRITE_BUDGET_BYTES)
}

/**
 * A budget of `limitBytes`. One request larger than the whole is granted when it is alone, so that nothing
 * waits for ever. A holder sets to work what it keeps as soon as the budget is crowded, also when it has no
 * wish of its own: else one that is idle starves all others.
 */
export function createByteBudget(limitBytes: number): ByteBudget {
  const waiting: { readonly bytes: number; readonly grant: () => void }[] = []
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
    for (let next = waiting[0]; next && hasRoom(next.bytes); next = waiting[0]) {
      waiting.shift()
      next.grant()
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
      const giveBack = tryTake(bytes)
      if (giveBack) return giveBack
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const request = { bytes, grant: () => resolve(hold(bytes)) }
      const leave = () => {
        const at = waiting.indexOf(request)
        if (at < 0) return
        waiting.splice(at, 1)
        reject(signal?.reason)
        admit()
      }
      waiting.push(request)
      for (const relieve of relievers) relieve()
      signal?.addEventListener('abort', leave, { once: true })
      return promise.finally(() => signal?.removeEventListener('abort', leave))
    },
  }
}
