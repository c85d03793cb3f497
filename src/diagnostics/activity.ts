/**
 * What a node counts while it works. Each gauge has a current value and a peak. `background-tasks` are tasks of
 * the store that continue after the call that caused them, running or waiting until the node is idle.
 * `large-bodies` and `small-bodies` are request bodies that are being read, `waiting-bodies` those that wait
 * for a slot.
 * `waiting-collections` are garbage collections that wait for earlier adds to end.
 * `gateway-requests` are requests for content, until the client has the whole response.
 */
const GAUGES = [
  'storage-operations',
  'bytes-in-flight',
  'open-streams',
  'background-tasks',
  'large-bodies',
  'small-bodies',
  'waiting-bodies',
  'waiting-collections',
  'gateway-requests',
] as const

/** Memory of so many is no matter. */
const MANY_STREAMS = 16

export type Gauge = (typeof GAUGES)[number]

export interface GaugeReading {
  readonly now: number
  readonly peak: number
}

/** Bytes of bodies of requests and of their answers. */
export interface TransferredBytes {
  readonly in: number
  readonly out: number
}

/**
 * The gauges of a node. Memory and concurrency are bounded by design on every host. By these gauges a test or
 * an operator checks that the bounds hold and that nothing leaks.
 */
export interface Activity {
  /** Adds `amount` to a gauge. The returned function subtracts it, once. */
  enter(gauge: Gauge, amount?: number): () => void
  /** True while over 16 streams are open: their clients may not read, and each then holds what it was given. */
  hasManyStreams(): boolean
  /** The current value of one gauge. */
  now(gauge: Gauge): number
  readings(): Readonly<Record<Gauge, GaugeReading>>
  /** Counts bytes of a body that came in or went out. */
  transfer(direction: keyof TransferredBytes, bytes: number): void
  /** What was transferred since the node started. */
  transferred(): TransferredBytes
  /** Sets each peak to the current value. */
  resetPeaks(): void
}

export function createActivity(): Activity {
  const gauges = new Map<Gauge, { now: number; peak: number }>(
    GAUGES.map((gauge) => [gauge, { now: 0, peak: 0 }]),
  )
  const transferred = { in: 0, out: 0 }
  const reading = (gauge: Gauge) => gauges.get(gauge) ?? { now: 0, peak: 0 }

  return {
    enter(gauge, amount = 1) {
      const counted = reading(gauge)
      counted.now += amount
      counted.peak = Math.max(counted.peak, counted.now)
      let left = false
      return () => {
        if (left) return
        left = true
        counted.now -= amount
      }
    },
    hasManyStreams: () => reading('open-streams').now > MANY_STREAMS,
    now: (gauge) => reading(gauge).now,
    readings: () => {
      const readings = GAUGES.map((gauge) => [gauge, { ...reading(gauge) }])
      return Object.fromEntries(readings)
    },
    transfer(direction, bytes) {
      transferred[direction] += bytes
    },
    transferred: () => ({ ...transferred }),
    resetPeaks() {
      for (const counted of gauges.values()) counted.peak = counted.now
    },
  }
}
