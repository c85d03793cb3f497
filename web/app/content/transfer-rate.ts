/** Speed is that of the last stretch of this length: old enough to be steady, young enough to be true. */
const WINDOW_MS = 4_000

/** Before this nothing sensible can be said. */
const LEAST_MS = 500

export interface Rate {
  readonly bytesPerSecond: number
  /** Absent while nothing moves. */
  readonly secondsLeft: number | undefined
}

interface Sample {
  readonly bytes: number
  readonly atMs: number
}

/** Measures a transfer of `bytesTotal`. Each call tells how far it is; `undefined` while it is too early to say. */
export function transferRate(bytesTotal: number): (sample: Sample) => Rate | undefined {
  const samples: Sample[] = []
  return (sample) => {
    samples.push(sample)
    while (sample.atMs - (samples[1]?.atMs ?? sample.atMs) >= WINDOW_MS) samples.shift()
    const [first = sample] = samples
    const elapsedMs = sample.atMs - first.atMs
    if (elapsedMs < LEAST_MS) return undefined
    const bytesPerSecond = ((sample.bytes - first.bytes) * 1000) / elapsedMs
    const bytesLeft = Math.max(0, bytesTotal - sample.bytes)
    return { bytesPerSecond, secondsLeft: bytesPerSecond > 0 ? bytesLeft / bytesPerSecond : undefined }
  }
}
