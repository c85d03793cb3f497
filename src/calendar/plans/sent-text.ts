import type { SentParameters } from '../rest/read/read-query.ts'

/** What a text field is after a request: what was sent, else what it was, else empty. */
export function text(sent: SentParameters, name: string, previous = ''): string {
  const value = sent.get(name)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : previous
}
