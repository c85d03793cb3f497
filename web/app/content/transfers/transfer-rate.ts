/** The speed is measured over this period: long enough to be steady, short enough to be current. */
const WINDOW_MS = 4_000

/** No speed is reported before this. */
const MIN_MS = 500

export interface TransferRate {
  readonly bytesPerSecond: number
  /** Absent while nothing is transferred. */
  readonly secondsLeft: number | undefined
}

interface Sample {
  readonly bytes: number
  readonly atMs: number
}

/**
 * Measures the speed of a transfer of `bytesTotal`. Call the returned function with each new position. It
 * returns `undefined` while it is too early for an estimate.
 */
export function transferRate(bytesTotal: number): (sample: Sample) => TransferRate | undefined {
  const samples: Sample[] = []
  return (sample) => {
    samples.push(sample)
    while (sample.atMs - (samples[1]?.atMs ?? sample.atMs) >= WINDOW_MS) samples.shift()
    const [first = sample] = samples
    const elapsedMs = sample.atMs - first.atMs
    if (elapsedMs < MIN_MS) return undefined
    const bytesPerSecond = ((sample.bytes - first.bytes) * 1000) / elapsedMs
    const bytesLeft = Math.max(0, bytesTotal - sample.bytes)
    return { bytesPerSecond, secondsLeft: bytesPerSecond > 0 ? bytesLeft / bytesPerSecond : undefined }
  }
}
