import { DomainError } from '../../errors.ts'

/** What the reference implementation calls these characters in its texts. It shows others by their number. */
const MARKS: ReadonlyMap<string, string> = new Map([
  [',', 'comma'],
  [':', 'colon'],
  ['{', 'map open'],
  ['}', 'map close'],
  ['[', 'array open'],
  [']', 'array close'],
  ['"', 'quote'],
])

/** The error for the character at which the text goes on, or for its end. */
export function unexpected(
  { text, at }: { readonly text: string; readonly at: number },
  message: string,
): DomainError {
  const found = text[at]
  if (found === undefined) return unexpectedEnd()
  return corrupt(`${message} ${MARKS.get(found) ?? `0x${found.charCodeAt(0).toString(16)}`}`)
}

/** The error for a text that ends too early. */
export function unexpectedEnd(): DomainError {
  return corrupt('unexpected EOF')
}

/** The error for a number that cannot be represented. */
export function outOfRange(kind: 'Int' | 'Float', digits: string): DomainError {
  return corrupt(`strconv.Parse${kind}: parsing ${JSON.stringify(digits.slice(0, 80))}: value out of range`)
}

export function corrupt(message: string, cause?: unknown): DomainError {
  return new DomainError('corrupt', message, { cause })
}
