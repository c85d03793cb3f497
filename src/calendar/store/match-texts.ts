import type { TextQuery } from '../selection.ts'
import { PAGE_IDS } from './event-page.ts'
import { startOf, type TextPage, type TextTable, textAt } from './text-table.ts'

export function matchesText(text: string, { all, without }: TextQuery): boolean {
  return all.every((part) => text.includes(part)) && !without.some((part) => text.includes(part))
}

/** Candidates above this share of all are looked for page by page; fewer, one by one. */
const MANY = 1 / 3

/** Those of the ids whose texts match, in their order. `size`: how many texts there are. */
export function withMatchingText(
  ids: Uint32Array,
  query: TextQuery,
  { table, size }: { readonly table: TextTable; readonly size: number },
): Uint32Array {
  if (ids.length <= size * MANY) {
    return ids.filter((id) => {
      const page = table[Math.floor(id / PAGE_IDS)]
      return page !== undefined && matchesText(textAt(page, id % PAGE_IDS), query)
    })
  }
  const matching = matchTexts(table, query)
  return ids.filter((id) => matching[id] === 1)
}

/**
 * 1 for each id whose text matches. A page is one string, and is searched once for each part: 100,000 texts are some
 * 1,600 searches.
 */
function matchTexts(table: TextTable, { all, without }: TextQuery): Uint8Array {
  const matching = new Uint8Array(table.length * PAGE_IDS)
  for (const [number, page] of table.entries()) {
    if (!page) continue
    let counts: Uint8Array | undefined
    for (const [at, part] of all.entries()) {
      counts ??= new Uint8Array(PAGE_IDS)
      if (countSlots(page, part, { counts, expected: at }) === 0) break
    }
    const left = matching.subarray(number * PAGE_IDS, (number + 1) * PAGE_IDS)
    for (let slot = 0; slot < PAGE_IDS; slot += 1) {
      left[slot] = Number((counts?.[slot] ?? 0) === all.length)
    }
    for (const part of without) clearSlots(page, part, left)
  }
  return matching
}

/** Goes up by one where the part is in a text that has all parts before it; resolves to how many those are. */
function countSlots(
  page: TextPage,
  part: string,
  { counts, expected }: { readonly counts: Uint8Array; readonly expected: number },
): number {
  let found = 0
  eachSlotWith(page, part, (slot) => {
    if (counts[slot] !== expected) return
    counts[slot] = expected + 1
    found += 1
  })
  return found
}

function clearSlots(page: TextPage, part: string, slots: Uint8Array): void {
  eachSlotWith(page, part, (slot) => {
    slots[slot] = 0
  })
}

/** Tells each text that holds the part, once: what follows in the same text is passed over. */
function eachSlotWith({ text, ends }: TextPage, part: string, tell: (slot: number) => void): void {
  let slot = 0
  for (
    let at = text.indexOf(part);
    at >= 0 && slot < PAGE_IDS;
    at = text.indexOf(part, startOf(ends, slot))
  ) {
    while (slot < PAGE_IDS && (ends[slot] ?? 0) < at) slot += 1
    if (slot < PAGE_IDS) tell(slot)
    slot += 1
  }
}
