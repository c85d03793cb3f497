/**
 * A persistent sorted list of numbers in chunks. A change copies one chunk and the list of chunks, and leaves the
 * original unchanged. 100,000 numbers are some 300 chunks.
 */
export interface SortedList {
  readonly size: number
  readonly chunks: readonly Float64Array[]
}

/** Compares a number of the list with the one searched for: negative when it comes before, positive when after. */
export type Probe = (held: number) => number

/** Position of a number, or the position where it would be inserted. */
export interface Place {
  readonly chunk: number
  readonly at: number
}

const FILLED = 320
const FULL = 512

export const EMPTY_LIST: SortedList = { size: 0, chunks: [] }

/** Makes a list. The numbers must be in the order that later probes use. */
export function sortedList(numbers: Float64Array): SortedList {
  const chunks: Float64Array[] = []
  for (let at = 0; at < numbers.length; at += FILLED) chunks.push(numbers.slice(at, at + FILLED))
  return { size: numbers.length, chunks }
}

/** The first position whose number does not come before the one searched for. */
export function lowerPlace({ chunks }: SortedList, probe: Probe): Place {
  let low = 0
  let high = chunks.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const last = chunks[middle]?.at(-1)
    if (last !== undefined && probe(last) < 0) low = middle + 1
    else high = middle
  }
  const held = chunks[low]
  if (!held) return { chunk: low, at: 0 }
  let from = 0
  let to = held.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (probe(held[middle] ?? 0) < 0) from = middle + 1
    else to = middle
  }
  return { chunk: low, at: from }
}

/** The list with the number inserted at its lower position. */
export function inserted(list: SortedList, value: number, probe: Probe): SortedList {
  const place = lowerPlace(list, probe)
  const isLast = place.chunk === list.chunks.length
  const chunk = isLast ? Math.max(0, place.chunk - 1) : place.chunk
  const held = list.chunks[chunk] ?? new Float64Array(0)
  const at = isLast ? held.length : place.at
  const grown = new Float64Array(held.length + 1)
  grown.set(held.subarray(0, at))
  grown[at] = value
  grown.set(held.subarray(at), at + 1)
  const parts = grown.length > FULL ? halves(grown) : [grown]
  return { size: list.size + 1, chunks: list.chunks.toSpliced(chunk, 1, ...parts) }
}

/** The list without the number at the position where the probe gives 0; the same list when it is not there. */
export function removed(list: SortedList, value: number, probe: Probe): SortedList {
  const { chunk, at } = lowerPlace(list, probe)
  const held = list.chunks[chunk]
  if (held?.[at] !== value) return list
  const rest = new Float64Array(held.length - 1)
  rest.set(held.subarray(0, at))
  rest.set(held.subarray(at + 1), at)
  const parts = rest.length === 0 ? [] : [rest]
  return { size: list.size - 1, chunks: list.chunks.toSpliced(chunk, 1, ...parts) }
}

/** The numbers from a position on. */
export function* numbersFrom({ chunks }: SortedList, { chunk, at }: Place): Generator<number, void> {
  for (let next = chunk; next < chunks.length; next += 1) {
    const held = chunks[next] ?? new Float64Array(0)
    for (let index = next === chunk ? at : 0; index < held.length; index += 1) yield held[index] ?? 0
  }
}

function halves(chunk: Float64Array): Float64Array[] {
  const middle = chunk.length >>> 1
  return [chunk.slice(0, middle), chunk.slice(middle)]
}

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

/** A set of ids with one byte for each id, for loops where a hash table is too slow. */
export interface IdSet {
  readonly size: number
  has(id: number): boolean
  /** Ids in ascending order. */
  ids(): Generator<number, void>
}

/** The union of the lists. */
export function idSet(...lists: readonly Iterable<number>[]): IdSet {
  let marks = new Uint8Array(1024)
  let size = 0
  for (const list of lists) {
    for (const id of list) {
      if (id >= marks.length) {
        const grown = new Uint8Array(Math.max(marks.length * 2, id + 1))
        grown.set(marks)
        marks = grown
      }
      size += 1 - (marks[id] ?? 0)
      marks[id] = 1
    }
  }
  return {
    size,
    has: (id) => marks[id] === 1,
    *ids() {
      for (let id = marks.indexOf(1); id >= 0; id = marks.indexOf(1, id + 1)) yield id
    },
  }
}

/** 2^27: an id below it and 26 bits of hash fit into one exact number. */
export const MAX_ID = 134_217_728

/** A number that sorts by the hash of a text, then by id. The indexes of slugs and uids hold these. */
export function hashedKey(bytes: Uint8Array, id: number): number {
  return hashOf(bytes) * MAX_ID + id
}

export function idOfHashedKey(key: number): number {
  return key % MAX_ID
}

/** FNV-1a, truncated to 26 bits. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 6
}
