import type { AbortOptions } from '../ports/abort.ts'
import { createWaitingLine } from './waiting-line.ts'

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
  const waiting = createWaitingLine<undefined, void>()
  let free = slots

  const takeSlot = () => {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      if (waiting.length > 0) waiting.admitFirst()
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
      await waiting.wait(undefined, { signal })
      return takeSlot()
    },
  }
}
