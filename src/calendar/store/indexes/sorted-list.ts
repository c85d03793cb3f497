import { type Chunks, type EntryPosition, insertEntry, placeOfEntry, removeEntry } from './chunked-entries.ts'

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
