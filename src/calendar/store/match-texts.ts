import type { TextQuery } from '../selection.ts'
import { PAGE_IDS } from './event-page.ts'
import { startOf, type TextPage, type TextTable, textAt } from './text-table.ts'

export function matchesText(text: string, { all, without }: TextQuery): boolean {
  return all.every((part) => text.includes(part)) && !without.some((part) => text.includes(part))
}

/** The ids whose texts match. Looks for the longest part page by page, and for the others only where it was found. */
export function matchTexts(table: TextTable, query: TextQuery): ReadonlySet<number> {
  const [longest, ...others] = query.all.toSorted((a, b) => b.length - a.length)
  const found = new Set<number>()
  for (const [number, page] of table.entries()) {
    if (!page) continue
    for (const slot of longest === undefined ? allSlots() : slotsWith(page, longest)) {
      if (matchesText(textAt(page, slot), { all: others, without: query.without })) {
        found.add(number * PAGE_IDS + slot)
      }
    }
  }
  return found
}

/** Each text that holds the part, once: what follows in the same text is passed over. */
function* slotsWith({ text, ends }: TextPage, part: string): Generator<number, void> {
  let slot = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, startOf(ends, slot))) {
    while ((ends[slot] ?? Number.POSITIVE_INFINITY) < at) slot += 1
    if (slot >= PAGE_IDS) return
    yield slot
    slot += 1
    if (slot >= PAGE_IDS) return
  }
}

function* allSlots(): Generator<number, void> {
  for (let slot = 0; slot < PAGE_IDS; slot += 1) yield slot
}
