import type { ServicePin } from './service-pin.ts'

/** How an attempt to pin has ended. */
export type PinOutcome =
  | { readonly kind: 'whole'; readonly dagBytes: number }
  /** Blocks are missing: another attempt may find them, and the user may send them. */
  | { readonly kind: 'missing'; readonly details: string }
  /** This node cannot work on the pin now. */
  | { readonly kind: 'hindered'; readonly details: string }
  /** No attempt can succeed. */
  | { readonly kind: 'refused'; readonly details: string }

/** Delay after the first attempt. It doubles with each further one. */
const FIRST_RETRY_MS = 30_000

/** Attempts before a pin fails: the last is 17 hours after the first. */
const MAX_ATTEMPTS = 12

const STILL_KEPT = 'the content that this pin replaces is kept until the pin is removed or replaced'

/** The pin after an attempt. It must be a queued one. */
export function settledPin(
  { dueMs: _, ...queued }: ServicePin,
  outcome: PinOutcome,
  { nowMs }: { readonly nowMs: number },
): ServicePin {
  const pin = { ...queued, attempts: queued.attempts + 1 }
  const { replaces, ...alone } = { ...pin, wantsUpload: false }
  if (outcome.kind === 'whole') return { ...alone, status: 'pinned', details: '', dagBytes: outcome.dagBytes }
  const { details } = outcome
  if (outcome.kind === 'refused' || pin.attempts >= MAX_ATTEMPTS) {
    const failed = { ...alone, status: 'failed' } as const
    return replaces ? { ...failed, replaces, details: `${details}; ${STILL_KEPT}` } : { ...failed, details }
  }
  const wantsUpload = pin.wantsUpload || outcome.kind === 'missing'
  return { ...pin, details, wantsUpload, dueMs: nowMs + FIRST_RETRY_MS * 2 ** queued.attempts }
}
