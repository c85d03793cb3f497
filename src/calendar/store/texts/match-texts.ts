import type { TextQuery } from '../../text/text-query.ts'
import { PAGE_IDS } from '../rows/event-page.ts'
import { startOf, type TextPage, type TextTable, textAt } from './text-table.ts'

export function matchesText(text: string, { all, without }: TextQuery): boolean {
  return all.every((part) => text.includes(part)) && !without.some((part) => text.includes(part))
}

/** Candidates above this share of all are looked for page by page; fewer, one by one. */
const MANY = 1 / 8

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
  const matching = new Uint8Array(table.length * PAGE_IDS)
  for (const id of ids) matching[id] = 1
  for (const [number, page] of table.entries()) {
    const slots = matching.subarray(number * PAGE_IDS, (number + 1) * PAGE_IDS)
    if (page) matchPage(page, query, slots)
    else slots.fill(0)
  }
  return ids.filter((id) => matching[id] === 1)
}

/** Leaves 1 for the slots that were 1 and whose texts match. */
function matchPage(page: TextPage, { all, without }: TextQuery, slots: Uint8Array): void {
  for (const part of all) keepWith(page, part, slots)
  for (const part of without) keepWith(page, part, slots, true)
}

/**
 * Leaves 1 where a text has the part, or has it not. A page is one string, in which a search runs to the next text
 * that has the part: what is rare is found in one call, and what is common in no more than there are candidates.
 */
function keepWith({ text, ends }: TextPage, part: string, slots: Uint8Array, isWithout = false): void {
  let slot = 0
  while (slot < PAGE_IDS) {
    if (slots[slot] === 0) {
      slot += 1
      continue
    }
    const at = text.indexOf(part, startOf(ends, slot))
    for (; slot < PAGE_IDS && (at < 0 || (ends[slot] ?? 0) < at); slot += 1) if (!isWithout) slots[slot] = 0
    if (isWithout && slot < PAGE_IDS) slots[slot] = 0
    slot += 1
  }
}
