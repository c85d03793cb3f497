import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import type { Activity } from './activity.ts'

/** Bytes of bodies since the node started, and bytes a second since the reading before, whole numbers. */
export interface BandwidthReading {
  readonly totalIn: number
  readonly totalOut: number
  readonly rateIn: number
  readonly rateOut: number
}

interface TransferredBytes {
  readonly in: number
  readonly out: number
}

/** Counts what callers of the API and the gateway send and get, or what else a caller names. */
export interface BandwidthMeter {
  /** One reading now, whose rates are those since the start, and with an interval one after each. */
  readings(
    options: AbortOptions & {
      readonly intervalMs?: number | undefined
      /** Counts this instead, given what callers have sent and got. */
      readonly counted?: ((byCallers: TransferredBytes) => TransferredBytes) | undefined
    },
  ): AsyncIterable<BandwidthReading>
}

export interface BandwidthOptions {
  readonly activity: Pick<Activity, 'transferred'>
  readonly clock: Clock
}

export function createBandwidth({ activity, clock }: BandwidthOptions): BandwidthMeter {
  const start = { atMs: clock.now(), in: 0, out: 0 }

  return {
    async *readings({ intervalMs, counted = (byCallers) => byCallers, signal }) {
      let before = start
      for (;;) {
        const now = { atMs: clock.now(), ...counted(activity.transferred()) }
        const seconds = Math.max(now.atMs - before.atMs, 1) / 1000
        yield {
          totalIn: now.in,
          totalOut: now.out,
          rateIn: Math.round((now.in - before.in) / seconds),
          rateOut: Math.round((now.out - before.out) / seconds),
        }
        if (intervalMs === undefined) return
        before = now
        await clock.sleep(intervalMs, { signal })
      }
    },
  }
}
