/** A measured value at a time in milliseconds. */
export interface Sample {
  readonly atMs: number
  readonly value: number
}

const HOUR_MS = 3_600_000

/** How much a value grows in an hour: the line with the least squared distances. 0 for fewer than two samples. */
export function slopeAnHour(samples: readonly Sample[]): number {
  const middle = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  const atMs = middle(samples.map((sample) => sample.atMs))
  const value = middle(samples.map((sample) => sample.value))
  const across = samples.reduce((sum, sample) => sum + (sample.atMs - atMs) ** 2, 0)
  if (!(across > 0)) return 0
  const along = samples.reduce((sum, sample) => sum + (sample.atMs - atMs) * (sample.value - value), 0)
  return (along / across) * HOUR_MS
}
