import type { Clock } from '../../ports/clock.ts'
import { ACCEPTED_BURST_BYTES, ACCEPTED_BYTES_PER_SECOND, LEAST_MESSAGE_COST_BYTES } from './limits.ts'

/** Decides how many messages of peers are accepted, whatever their number and size. */
export interface AcceptedRate {
  /** True if a message of this size may be accepted now. */
  accepts(sizeBytes: number): boolean
  /** Messages that were not. */
  readonly refused: number
}

/** A token bucket in bytes. A refused message is lost: delivery is not guaranteed. */
export function createAcceptedRate(clock: Pick<Clock, 'now'>): AcceptedRate {
  let left = ACCEPTED_BURST_BYTES
  let refused = 0
  let lastMs = clock.now()
  return {
    get refused() {
      return refused
    },
    accepts(sizeBytes) {
      const nowMs = clock.now()
      // A clock that is set back neither gives nor takes.
      const elapsedMs = Math.max(0, nowMs - lastMs)
      lastMs = nowMs
      left = Math.min(ACCEPTED_BURST_BYTES, left + (elapsedMs * ACCEPTED_BYTES_PER_SECOND) / 1000)
      const cost = Math.max(sizeBytes, LEAST_MESSAGE_COST_BYTES)
      if (cost > left) {
        refused += 1
        return false
      }
      left -= cost
      return true
    },
  }
}
