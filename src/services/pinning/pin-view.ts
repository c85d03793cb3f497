import type { ServicePin } from './service-pin.ts'

/** States of a pin for its user. `pinning` is a queued pin that is being worked on. */
export const PIN_STATES = ['queued', 'pinning', 'pinned', 'failed'] as const

export type PinState = (typeof PIN_STATES)[number]

/** A pin with its state at this moment. */
export interface PinView extends ServicePin {
  readonly state: PinState
}

export interface PinList {
  /** Number of all matching pins. */
  readonly count: number
  /** Newest first. Fewer than the limit when their texts are long. */
  readonly pins: readonly PinView[]
}
