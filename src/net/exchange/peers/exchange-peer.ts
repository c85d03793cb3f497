import { createServedWants, type ServedWants, type ServedWantsOptions } from '../server/served-wants.ts'
import type { WantPeer } from '../wants/want.ts'
import { createOutbox, type Outbox, type OutboxOptions } from './outbox.ts'
import type { ReceiveLimit } from './receive-limit.ts'

/** A connected peer: what it wants, what it is sent, and the memory of what it sends. */
export interface ExchangePeer extends WantPeer {
  readonly served: ServedWants
  readonly outbox: Outbox
  readonly limit: ReceiveLimit
  /** A part of a message, or a wanted block, has arrived. */
  touch(nowMs: number): void
}

export interface ExchangePeerOptions
  extends Omit<OutboxOptions, 'served'>,
    Pick<ServedWantsOptions, 'wantBudget'> {
  readonly limit: ReceiveLimit
}

export function createExchangePeer(
  id: string,
  { limit, wantBudget, ...options }: ExchangePeerOptions,
): ExchangePeer {
  const served = createServedWants({ wantBudget })
  const outbox = createOutbox({ ...options, served })
  let activeMs = -1
  return {
    id,
    served,
    outbox,
    limit,
    want: outbox.want,
    cancel: outbox.cancel,
    forget: outbox.forget,
    get canDeny() {
      return outbox.hasPresences
    },
    get activeMs() {
      return activeMs
    },
    touch(nowMs) {
      activeMs = nowMs
    },
  }
}
