/** Something with a time span on one day, in minutes since the day began. */
export interface Taking {
  readonly from: number
  readonly to: number
}

/** Where it is drawn: in the column `lane` of `lanes` columns side by side. */
export interface Laid<T extends Taking> {
  readonly taking: T
  readonly lane: number
  readonly lanes: number
}

/**
 * Places what overlaps side by side. Each takes the first free lane, and all that overlap one another, directly or
 * through others, get the same number of lanes.
 */
export function inLanes<T extends Taking>(all: readonly T[]): readonly Laid<T>[] {
  const sorted = all.toSorted((a, b) => a.from - b.from || b.to - a.to)
  const laid: Laid<T>[] = []
  let group: { readonly taking: T; readonly lane: number }[] = []
  let ends: number[] = []
  const close = () => {
    laid.push(...group.map((each) => ({ ...each, lanes: ends.length })))
    group = []
    ends = []
  }
  for (const taking of sorted) {
    if (ends.every((end) => end <= taking.from)) close()
    const free = ends.findIndex((end) => end <= taking.from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = taking.to
    group.push({ taking, lane })
  }
  close()
  return laid
}
