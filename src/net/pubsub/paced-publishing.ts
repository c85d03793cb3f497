import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import { createLane } from '../../streams/lane.ts'
import { MAX_WAITING_PUBLISHES, PUBLISH_INTERVAL_MS } from './limits.ts'

/** Runs one publish after another, with a pause after each. */
export type PacedPublishing = (publish: () => Promise<void>, options: AbortOptions) => Promise<void>

/** Throws `unavailable` at once where too many wait. */
export function createPacedPublishing(clock: Pick<Clock, 'sleep'>): PacedPublishing {
  const full = () =>
    new DomainError('unavailable', `Cannot publish: ${MAX_WAITING_PUBLISHES} messages wait already`)
  const lane = createLane({ slots: 1, queue: { max: MAX_WAITING_PUBLISHES, full } })
  return async (publish, options) => {
    const leave = await lane.enter(options)
    try {
      await publish()
    } finally {
      clock.sleep(PUBLISH_INTERVAL_MS).then(leave, leave)
    }
  }
}
