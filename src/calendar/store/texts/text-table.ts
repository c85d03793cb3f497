import type { TextQuery } from '../../text/fold.ts'
import { PAGE_IDS } from '../rows/event-page.ts'

/**
 * Folded texts of 64 neighbouring events in one string, each terminated by NUL, so that a search scans one string
 * instead of 64 small ones. The first line of a text is the title.
 */
export interface TextPage {
  readonly height: number
  readonly text: string
  /** End offset of each text. */
  readonly ends: Uint32Array
}

/** Pages by number. */
export type TextTable = readonly (TextPage | undefined)[]

const HEADER_BYTES = 8
const SEPARATOR = '\0'
const ENCODER = new TextEncoder()
const DECODER = new TextDecoder()

/** Opens a stored page. `undefined` for one that is damaged. */
export function openTextPage(bytes: Uint8Array): TextPage | undefined {
  if (bytes.byteLength < HEADER_BYTES) return undefined
  const height = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES).getFloat64(0, true)
  const text = DECODER.decode(bytes.subarray(HEADER_BYTES))
  const page = textPage(text, height)
  return Number.isSafeInteger(height) && page.ends[PAGE_IDS - 1] === text.length - 1 ? page : undefined
}

export function textPageBytes({ text, height }: TextPage): Uint8Array {
  const encoded = ENCODER.encode(text)
  const bytes = new Uint8Array(HEADER_BYTES + encoded.byteLength)
  new DataView(bytes.buffer).setFloat64(0, height, true)
  bytes.set(encoded, HEADER_BYTES)
  return bytes
}

/** The page with the texts of some ids replaced. */
export function withTexts(
  page: TextPage | undefined,
  texts: ReadonlyMap<number, string>,
  height: number,
): TextPage {
  const slots = Array.from({ length: PAGE_IDS }, (_, slot) => (page ? textAt(page, slot) : ''))
  for (const [id, text] of texts) slots[id % PAGE_IDS] = text.replaceAll(SEPARATOR, ' ')
  return textPage(slots.map((text) => text + SEPARATOR).join(''), height)
}

/** Groups texts by page. */
export function textsByPage(
  texts: ReadonlyMap<number, string>,
): ReadonlyMap<number, ReadonlyMap<number, string>> {
  const pages = new Map<number, Map<number, string>>()
  for (const [id, text] of texts) {
    const number = Math.floor(id / PAGE_IDS)
    const page = pages.get(number) ?? new Map<number, string>()
    pages.set(number, page.set(id, text))
  }
  return pages
}

export function textAt({ text, ends }: TextPage, slot: number): string {
  return text.slice(startOf(ends, slot), ends[slot])
}

/** The first line of a text. */
export function titleAt(page: TextPage | undefined, slot: number): string {
  const text = page ? textAt(page, slot) : ''
  const end = text.indexOf('\n')
  return end < 0 ? text : text.slice(0, end)
}

function startOf(ends: Uint32Array, slot: number): number {
  return slot === 0 ? 0 : (ends[slot - 1] ?? 0) + 1
}

function textPage(text: string, height: number): TextPage {
  const ends = new Uint32Array(PAGE_IDS)
  let at = -1
  for (let slot = 0; slot < PAGE_IDS; slot += 1) {
    at = text.indexOf(SEPARATOR, at + 1)
    ends[slot] = at
  }
  return { height, text, ends }
}

export function matchesText(text: string, { all, without }: TextQuery): boolean {
  return all.every((part) => text.includes(part)) && !without.some((part) => text.includes(part))
}

/** Above this share of all events, candidates are matched page by page, else one by one. */
const MANY = 1 / 8

/** The ids whose texts match, in their order. `size` is the number of all texts. */
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

/** Clears the marks of slots whose text does not match. */
function matchPage(page: TextPage, { all, without }: TextQuery, slots: Uint8Array): void {
  for (const part of all) keepWith(page, part, slots)
  for (const part of without) keepWith(page, part, slots, true)
}

/**
 * Clears the marks of slots whose text lacks the part, or with `isWithout` has it. `indexOf` skips to the next text
 * that has the part: a rare part takes one call, a common one at most a call for each candidate.
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
