import type { TextQuery } from '../selection.ts'
import { PAGE_IDS } from './event-page.ts'
import { type IdSet, idSet } from './id-set.ts'
import { startOf, type TextPage, type TextTable, textAt } from './text-table.ts'

export function matchesText(text: string, { all, without }: TextQuery): boolean {
  return all.every((part) => text.includes(part)) && !without.some((part) => text.includes(part))
}

/**
 * The ids whose texts match. Looks for the longest part page by page, and for the others only where it was found:
 * a page is one string, so that a search of 100,000 texts is some 1,600 searches.
 */
export function matchTexts(table: TextTable, query: TextQuery): IdSet {
  const [longest, ...others] = query.all.toSorted((a, b) => b.length - a.length)
  const rest = { all: others, without: query.without }
  const isWhole = others.length === 0 && query.without.length === 0
  const found: number[] = []
  for (const [number, page] of table.entries()) {
    if (!page) continue
    for (const slot of longest === undefined ? ALL_SLOTS : slotsWith(page, longest)) {
      if (isWhole || matchesText(textAt(page, slot), rest)) found.push(number * PAGE_IDS + slot)
    }
  }
  return idSet(found)
}

const ALL_SLOTS = Array.from({ length: PAGE_IDS }, (_, slot) => slot)

/** Each text that holds the part, once: what follows in the same text is passed over. */
function slotsWith({ text, ends }: TextPage, part: string): number[] {
  const slots: number[] = []
  let slot = 0
  for (
    let at = text.indexOf(part);
    at >= 0 && slot < PAGE_IDS;
    at = text.indexOf(part, startOf(ends, slot))
  ) {
    while (slot < PAGE_IDS && (ends[slot] ?? 0) < at) slot += 1
    if (slot < PAGE_IDS) slots.push(slot)
    slot += 1
  }
  return slots
}
