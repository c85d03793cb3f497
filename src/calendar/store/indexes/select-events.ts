import type { EventSelection, Selected } from '../../model/selection.ts'
import { accepting, heldEvents } from '../accept-event.ts'
import { distances } from '../rows/distances.ts'
import { PAGE_IDS } from '../rows/event-page.ts'
import type { Found } from '../rows/found.ts'
import { plainPage } from '../rows/plain-page.ts'
import type { CalendarState } from '../rows/state.ts'
import { withMatchingText } from '../texts/match-texts.ts'
import { type IdSet, idSet } from './id-set.ts'
import { orderEvents } from './order-events.ts'
import { postingOf } from './postings.ts'
import { ID, placeOfStart, START, STRIDE, writeNumbers } from './start-order.ts'

/** Wall clocks are at most this far from UTC. */
const MOST_OFFSET_SECONDS = 26 * 3600
/** Fewer candidates than one in so many events are sorted; else all events are passed in their order. */
const FEW = 64

/** The events that match, counted, and one page of them. */
export function selectEvents(
  state: CalendarState,
  selection: EventSelection,
  given: Omit<Found, 'near'> = {},
): Selected {
  const plain = plainPage(state, selection)
  if (plain) return plain
  const near = selection.near && distances(state, selection.near)
  const found = { ...given, near }
  const { orderBy = 'start', descending = false, offset, limit } = selection
  const few = fewCandidates(state, selection, found)
  const accepted = few ? amongFew(state, selection, { ...found, few }) : inStartOrder(state, selection, found)
  const { text } = selection
  const table = given.texts ?? []
  const ids = text ? withMatchingText(accepted, text, { table, size: state.events.size }) : accepted
  if (few || orderBy !== 'start') orderEvents(state, ids, { ...selection, ...found })
  if (descending) ids.reverse()
  return { ids: Array.from(ids.subarray(offset, offset + limit)), total: ids.length }
}

/** All that match, by passing every event whose wall clock may be an instant within the bounds. */
function inStartOrder(state: CalendarState, selection: EventSelection, found: Found): Uint32Array {
  const {
    from = Number.NEGATIVE_INFINITY,
    after = from,
    until = Number.POSITIVE_INFINITY,
    before = until,
  } = selection.starts ?? {}
  const latest = Math.min(until, before) / 1000 + MOST_OFFSET_SECONDS
  const { chunks } = state.byStart
  const place = placeOfStart(state.byStart, Math.max(from, after) / 1000 - MOST_OFFSET_SECONDS)
  const accepts = accepting(state, selection, found)
  const ids = new Uint32Array(state.events.size)
  let count = 0
  for (let number = place.chunk; number < chunks.length; number += 1) {
    const chunk = chunks[number] ?? new Float64Array(0)
    if ((chunk[START] ?? 0) > latest) break
    for (let at = number === place.chunk ? place.at : 0; at < chunk.length; at += STRIDE) {
      if (!accepts(chunk, at)) continue
      ids[count] = chunk[at + ID] ?? 0
      count += 1
    }
  }
  return ids.subarray(0, count)
}

function amongFew(
  state: CalendarState,
  selection: EventSelection,
  { few, ...found }: Found & { readonly few: IdSet },
): Uint32Array {
  const accepts = accepting(state, selection, found)
  const numbers = new Float64Array(STRIDE)
  const ids = new Uint32Array(few.size)
  let count = 0
  for (const id of few.ids()) {
    const page = state.events.pages[Math.floor(id / PAGE_IDS)]
    if (!page?.status[id % PAGE_IDS]) continue
    writeNumbers(numbers, 0, { page, id })
    if (!accepts(numbers, 0)) continue
    ids[count] = id
    count += 1
  }
  return ids.subarray(0, count)
}

/** Candidates by the most telling of the lists that are asked for, when they are few. */
function fewCandidates(
  state: CalendarState,
  { include, categories, tags, venues, organizers }: EventSelection,
  { near }: Found,
): IdSet | undefined {
  if (include) return heldEvents(state, include)
  const { posts, terms } = state.links
  const lists = [
    ...[venues, organizers, near && [...near.keys()]].map((ids) => ({ ids, postings: posts })),
    ...[categories, tags].map((ids) => ({ ids, postings: terms })),
  ].flatMap(({ ids, postings }) => {
    if (!ids) return []
    const found = ids.map((id) => postingOf(postings, id).ids)
    return [{ found, count: found.reduce((sum, { length }) => sum + length, 0) }]
  })
  const [best] = lists.sort((a, b) => a.count - b.count)
  const most = Math.max(state.events.size / FEW, FEW)
  return best && best.count <= most ? idSet(...best.found) : undefined
}
