/** A part of a document that is written by a program. */
export interface MarkedPart {
  readonly begin: string
  readonly end: string
  /** What it is, for errors. */
  readonly what: string
}

/** The text with everything between the markers written anew. Throws when it has no markers. */
export function withMarkedPart(text: string, { begin, end, what }: MarkedPart, part: string): string {
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`Cannot write ${what}: no markers`)
  return `${before}${begin}\n\n${part}\n${end}${after}`
}
