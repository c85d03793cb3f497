import { parseCid } from '../../codec/cid/cid.ts'
import { type DomainError, isDomainError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import { withTimeLimit } from '../../streams/with-time-limit.ts'
import type { PinStore } from './pin-store.ts'
import { bytesLeft } from './pin-usage.ts'
import type { PublicDags } from './public-dags.ts'
import { recordOutcome } from './record-outcome.ts'
import type { ServicePeers } from './service-peers.ts'
import type { ServicePin } from './service-pin.ts'
import type { PinServiceSettings } from './settings.ts'
import type { PinOutcome } from './settle-pin.ts'
import type { ReceivingStage, WhileReceiving } from './while-receiving.ts'

export interface PinAttemptOptions {
  readonly store: PinStore
  readonly dags: Pick<PublicDags, 'fetch'>
  readonly peers: Pick<ServicePeers, 'connect'>
  readonly whileReceiving: WhileReceiving
  readonly clock: Clock
  readonly settings: PinServiceSettings
}

/** An attempt ends after this time, so that other pins get its slot. Fetched blocks are held for the next. */
const ATTEMPT_MS = 10 * 60_000

/** Creates the attempt at one pin: fetches its DAG and records how that ended. An aborted attempt records nothing. */
export function createPinAttempt({ store, dags, peers, whileReceiving, clock, settings }: PinAttemptOptions) {
  const fetched = async (
    pin: ServicePin,
    { stage, signal }: { readonly stage: ReceivingStage; readonly signal: AbortSignal },
  ): Promise<PinOutcome> => {
    const late = new AbortController()
    const limits = { clock, late, maxMs: ATTEMPT_MS, signal }
    try {
      const usage = await store.usage(pin.holder, { signal })
      const maxBytes = bytesLeft(usage, pin, settings.maxBytes)
      const fetch = () => dags.fetch(parseCid(pin.cid), { stage, maxBytes, signal: late.signal })
      return { kind: 'whole', dagBytes: await withTimeLimit(fetch, limits) }
    } catch (error) {
      signal.throwIfAborted()
      if (late.signal.aborted) return { kind: 'missing', details: 'fetching the blocks takes too long' }
      if (isDomainError(error)) return outcomeOf(error)
      throw error
    }
  }

  return async (pin: ServicePin, { signal }: { readonly signal: AbortSignal }): Promise<void> => {
    try {
      await peers.connect(pin.origins, { signal })
      await whileReceiving(
        async (stage) => {
          const outcome = await fetched(pin, { stage, signal })
          if (outcome.kind === 'refused') stage.discard()
          stage.onReceived()
          await recordOutcome(store, pin, { outcome, clock, settings, signal })
        },
        { signal },
      )
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }
}

function outcomeOf({ code, message: details }: DomainError): PinOutcome {
  if (code === 'not-found' || code === 'corrupt') return { kind: 'missing', details }
  const mayPass = code === 'unavailable' || code === 'no-space' || code === 'timeout'
  return { kind: mayPass ? 'hindered' : 'refused', details }
}
