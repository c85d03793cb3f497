/** A measured value at a time in milliseconds. */
export interface Sample {
  readonly atMs: number
  readonly value: number
}

/**
 * The lowest value in each part of a run. The runtime releases what is behind its own objects, such as requests, only
 * once in a minute or so, whatever is collected before: what a node keeps is the floor.
 */
export function floorsOf(samples: readonly Sample[], partMs: number): readonly Sample[] {
  const floors = new Map<number, Sample>()
  for (const sample of samples) {
    const part = Math.floor(sample.atMs / partMs)
    const floor = floors.get(part)
    if (!floor || sample.value < floor.value) floors.set(part, sample)
  }
  return [...floors.values()]
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
