/** A generated part of a document, between two markers. */
export interface MarkedPart {
  readonly begin: string
  readonly end: string
  /** Name of the part, for errors. */
  readonly what: string
}

/** Replaces the part of the text between the markers. Throws when it has no markers. */
export function withMarkedPart(text: string, { begin, end, what }: MarkedPart, part: string): string {
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`Cannot write ${what}: no markers`)
  return `${before}${begin}\n\n${part}\n${end}${after}`
}
