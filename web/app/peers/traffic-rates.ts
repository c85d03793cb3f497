/** Totals exchanged with one peer, in bytes. */
export interface Exchanged {
  readonly received: number
  readonly sent: number
}

/** Bytes a second. */
export interface TrafficRate extends Exchanged {}

export const NO_RATE: TrafficRate = { received: 0, sent: 0 }

/** Computes rates from totals that are read now and then. */
export interface TrafficRates {
  /** The rates since the last time, by peer. A peer that is new, or whose counts began anew, has none. */
  take(totals: ReadonlyMap<string, Exchanged>, nowMs: number): ReadonlyMap<string, TrafficRate>
}

export function trafficRates(): TrafficRates {
  let before: ReadonlyMap<string, Exchanged> = new Map()
  let atMs = 0
  return {
    take(totals, nowMs) {
      const seconds = (nowMs - atMs) / 1000
      const rates = [...totals].map(([id, now]) => [id, rateOf(before.get(id), now, seconds)] as const)
      before = totals
      atMs = nowMs
      return new Map(rates)
    },
  }
}

function rateOf(before: Exchanged | undefined, now: Exchanged, seconds: number): TrafficRate {
  if (!before || seconds <= 0) return NO_RATE
  return {
    received: Math.max(0, now.received - before.received) / seconds,
    sent: Math.max(0, now.sent - before.sent) / seconds,
  }
}
