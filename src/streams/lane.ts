import type { AbortOptions } from '../ports/abort.ts'

/** A first-in, first-out queue in front of a fixed number of slots. */
export interface Lane {
  /**
   * Waits for a slot and returns the function that frees it. Throws the error of {@link QueueBound} at once
   * when the queue is full. Aborting removes the caller from the queue.
   */
  enter(options?: AbortOptions): Promise<() => void>
  /** True while a caller waits for a slot. */
  isCrowded(): boolean
}

export interface LaneOptions {
  readonly slots: number
  /** How many callers may wait, and the error for all others. Unbounded when absent. */
  readonly queue?: QueueBound
}

export interface QueueBound {
  readonly max: number
  readonly full: () => Error
}

export function createLane({ slots, queue: bound }: LaneOptions): Lane {
  const waiting: (() => void)[] = []
  let free = slots

  const takeSlot = () => {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }

  return {
    isCrowded: () => waiting.length > 0,
    async enter({ signal } = {}) {
      signal?.throwIfAborted()
      if (free > 0) {
        free -= 1
        return takeSlot()
      }
      if (bound && waiting.length >= bound.max) throw bound.full()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const leave = () => {
        const at = waiting.indexOf(resolve)
        if (at < 0) return
        waiting.splice(at, 1)
        reject(signal?.reason)
      }
      waiting.push(resolve)
      signal?.addEventListener('abort', leave, { once: true })
      await promise.finally(() => signal?.removeEventListener('abort', leave))
      return takeSlot()
    },
  }
}
