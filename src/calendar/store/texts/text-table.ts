import { PAGE_IDS } from '../rows/event-page.ts'

/**
 * Folded texts of 64 neighbouring events in one string, each before a NUL: a search looks through the string
 * once, in place of 64 small ones. The first line of a text is the title.
 */
export interface TextPage {
  readonly height: number
  readonly text: string
  /** Where each text ends. */
  readonly ends: Uint32Array
}

/** Pages by their number. */
export type TextTable = readonly (TextPage | undefined)[]

const HEADER_BYTES = 8
const SEPARATOR = '\0'
const ENCODER = new TextEncoder()
const DECODER = new TextDecoder()

export function openTextPage(bytes: Uint8Array): TextPage {
  const height = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES).getFloat64(0, true)
  return textPage(DECODER.decode(bytes.subarray(HEADER_BYTES)), height)
}

export function textPageBytes({ text, height }: TextPage): Uint8Array {
  const encoded = ENCODER.encode(text)
  const bytes = new Uint8Array(HEADER_BYTES + encoded.byteLength)
  new DataView(bytes.buffer).setFloat64(0, height, true)
  bytes.set(encoded, HEADER_BYTES)
  return bytes
}

/** The page with other texts for some of its ids. */
export function withTexts(
  page: TextPage | undefined,
  texts: ReadonlyMap<number, string>,
  height: number,
): TextPage {
  const slots = Array.from({ length: PAGE_IDS }, (_, slot) => (page ? textAt(page, slot) : ''))
  for (const [id, text] of texts) slots[id % PAGE_IDS] = text.replaceAll(SEPARATOR, ' ')
  return textPage(slots.map((text) => text + SEPARATOR).join(''), height)
}

/** Texts by the page they belong on. */
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

export function startOf(ends: Uint32Array, slot: number): number {
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
