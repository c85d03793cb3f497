export interface PlaceOrder {
  /** An integer key: lower keys come first. */
  keyOf(place: number): number
  /** Compares two places with equal keys. */
  compare(a: number, b: number): number
}

/** Ranges up to this length are sorted by insertion, which is faster than a call of the engine's sort. */
const FEW = 16

/**
 * The places from 0 up to `count`, sorted. Sorting plain numbers is many times as fast as calling a comparator, so
 * key and place are packed into one number, and ranges with equal keys are sorted afterwards.
 */
export function sortedPlaces(count: number, { keyOf, compare }: PlaceOrder): Float64Array {
  const places = new Float64Array(count)
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let place = 0; place < count; place += 1) {
    const key = keyOf(place)
    least = Math.min(least, key)
    most = Math.max(most, key)
    places[place] = place
  }
  if (!((most - least + 1) * count < Number.MAX_SAFE_INTEGER)) {
    return places.sort((a, b) => keyOf(a) - keyOf(b) || compare(a, b))
  }
  for (let place = 0; place < count; place += 1) places[place] = (keyOf(place) - least) * count + place
  places.sort()
  for (let from = 0; from < count; ) {
    const first = Math.floor((places[from] ?? 0) / count) * count
    let to = from
    for (; to < count && (places[to] ?? 0) < first + count; to += 1) places[to] = (places[to] ?? 0) - first
    if (to - from > FEW) places.subarray(from, to).sort(compare)
    else sortFew(places, { from, to, compare })
    from = to
  }
  return places
}

interface Few extends Pick<PlaceOrder, 'compare'> {
  readonly from: number
  readonly to: number
}

function sortFew(places: Float64Array, { from, to, compare }: Few): void {
  for (let next = from + 1; next < to; next += 1) {
    const place = places[next] ?? 0
    let at = next
    for (; at > from && compare(places[at - 1] ?? 0, place) > 0; at -= 1) places[at] = places[at - 1] ?? 0
    places[at] = place
  }
}
