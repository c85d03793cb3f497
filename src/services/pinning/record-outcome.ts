import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PinStore } from './pin-store.ts'
import { bytesLeft, type PinUsage } from './pin-usage.ts'
import type { ServicePin } from './service-pin.ts'
import type { PinServiceSettings } from './settings.ts'
import { type PinOutcome, settledPin } from './settle-pin.ts'

export interface RecordOutcomeOptions extends AbortOptions {
  readonly outcome: PinOutcome
  readonly clock: Pick<Clock, 'now'>
  readonly settings: Pick<PinServiceSettings, 'maxBytes'>
}

/**
 * Records the outcome of an attempt, unless the pin is gone or settled. Other pins of the holder may have used up the
 * quota meanwhile: the pin then fails. Returns the pin as it is stored.
 */
export function recordOutcome(
  store: Pick<PinStore, 'change'>,
  { holder, requestId }: ServicePin,
  { outcome, clock, settings, signal }: RecordOutcomeOptions,
): Promise<ServicePin | undefined> {
  const plan = (held: ServicePin | undefined, usage: PinUsage) => {
    if (held?.status !== 'queued') return undefined
    const isOver = outcome.kind === 'whole' && outcome.dagBytes > bytesLeft(usage, held, settings.maxBytes)
    const recorded: PinOutcome = isOver ? { kind: 'refused', details: 'the quota is used up' } : outcome
    return { pin: settledPin(held, recorded, { nowMs: clock.now() }) }
  }
  return store.change({ holder, requestId, plan }, { signal })
}
