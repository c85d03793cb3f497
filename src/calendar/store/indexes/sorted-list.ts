/**
 * Sorted entries of a fixed number of numbers each, in chunks. A change copies one chunk and the list of chunks, and
 * leaves the original unchanged. No chunk is empty.
 */
export type Chunks = readonly Float64Array[]

/** Position of an entry, or the position where it would be inserted: a chunk, and the offset of its first number. */
export interface EntryPosition {
  readonly chunk: number
  readonly at: number
}

/** Compares the entry at an offset with the one searched for: negative when it comes before, positive when after. */
export type CompareEntry = (chunk: Float64Array, at: number) => number

/** The first position whose entry, of `stride` numbers, does not come before the one searched for. */
export function placeOfEntry(chunks: Chunks, stride: number, compare: CompareEntry): EntryPosition {
  let low = 0
  let high = chunks.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const held = chunks[middle]
    if (held && compare(held, held.length - stride) < 0) low = middle + 1
    else high = middle
  }
  const held = chunks[low]
  if (!held) return { chunk: low, at: 0 }
  let from = 0
  let to = held.length / stride
  while (from < to) {
    const middle = (from + to) >>> 1
    if (compare(held, middle * stride) < 0) from = middle + 1
    else to = middle
  }
  return { chunk: low, at: from * stride }
}

/** The chunks with an entry inserted at a position. A chunk of over `full` entries is split. */
export function insertEntry(
  chunks: Chunks,
  place: EntryPosition,
  { entry, full }: { readonly entry: Float64Array; readonly full: number },
): Chunks {
  const isLast = place.chunk === chunks.length
  const number = isLast ? Math.max(0, place.chunk - 1) : place.chunk
  const held = chunks[number] ?? new Float64Array(0)
  const at = isLast ? held.length : place.at
  const grown = new Float64Array(held.length + entry.length)
  grown.set(held.subarray(0, at))
  grown.set(entry, at)
  grown.set(held.subarray(at), at + entry.length)
  const parts = grown.length > full * entry.length ? halves(grown, entry.length) : [grown]
  return chunks.toSpliced(number, 1, ...parts)
}

/** The chunks without the entry at a position. */
export function removeEntry(chunks: Chunks, { chunk, at }: EntryPosition, stride: number): Chunks {
  const held = chunks[chunk]
  if (!held) return chunks
  const rest = new Float64Array(held.length - stride)
  rest.set(held.subarray(0, at))
  rest.set(held.subarray(at + stride), at)
  return chunks.toSpliced(chunk, 1, ...(rest.length === 0 ? [] : [rest]))
}

function halves(chunk: Float64Array, stride: number): Float64Array[] {
  const middle = Math.floor(chunk.length / stride / 2) * stride
  return [chunk.slice(0, middle), chunk.slice(middle)]
}

/** A persistent sorted list of numbers in chunks. 100,000 numbers are some 300 chunks. */
export interface SortedList {
  readonly size: number
  readonly chunks: Chunks
}

/** Compares a number of the list with the one searched for: negative when it comes before, positive when after. */
export type Probe = (held: number) => number

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
export function lowerPlace({ chunks }: SortedList, probe: Probe): EntryPosition {
  return placeOfEntry(chunks, 1, (chunk, at) => probe(chunk[at] ?? 0))
}

/** The list with the number inserted at its lower position. */
export function inserted(list: SortedList, value: number, probe: Probe): SortedList {
  const entry = Float64Array.of(value)
  return {
    size: list.size + 1,
    chunks: insertEntry(list.chunks, lowerPlace(list, probe), { entry, full: FULL }),
  }
}

/** The list without the number at the position where the probe gives 0; the same list when it is not there. */
export function removed(list: SortedList, value: number, probe: Probe): SortedList {
  const place = lowerPlace(list, probe)
  if (list.chunks[place.chunk]?.[place.at] !== value) return list
  return { size: list.size - 1, chunks: removeEntry(list.chunks, place, 1) }
}

/** The numbers from a position on. */
export function* numbersFrom({ chunks }: SortedList, { chunk, at }: EntryPosition): Generator<number, void> {
  for (let next = chunk; next < chunks.length; next += 1) {
    const held = chunks[next] ?? new Float64Array(0)
    for (let index = next === chunk ? at : 0; index < held.length; index += 1) yield held[index] ?? 0
  }
}
