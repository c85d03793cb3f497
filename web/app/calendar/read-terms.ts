/** A category or tag that the event has. */
export interface KnownTerm {
  readonly id: number
  /** As plain text. */
  readonly name: string
}

/**
 * Reads a field of names with commas between them. A name of `known`, which may have commas itself, gives its id, so
 * that a term stays as it is.
 */
export function readTerms(text: string, known: readonly KnownTerm[]): readonly (number | string)[] {
  const names = namesIn(text)
  const terms = known
    .map(({ id, name }) => ({ id, names: namesIn(name) }))
    .filter((term) => term.names.length > 0)
    .sort((a, b) => b.names.length - a.names.length)
  const entries: (number | string)[] = []
  for (let at = 0; at < names.length; ) {
    const term = terms.find((each) => each.names.every((name, place) => name === names[at + place]))
    entries.push(term?.id ?? names[at] ?? '')
    at += term?.names.length ?? 1
  }
  return entries
}

function namesIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** True for a name that the API reads as an id, such as `2027`. */
export function isNumberName(name: string): boolean {
  return /^[+-]?\d{1,15}(\.0*)?$/.test(name)
}
