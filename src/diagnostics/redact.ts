/** Characters of a text that is kept: a longer one is cut. */
const MAX_CHARACTERS = 4_000

const HIDDEN = '[hidden]'

/** Names under which secrets travel. */
const SECRET_NAME = /secret|token|password|authorization|privkey|private.?key|api.?key|cookie/i

/** A credential of a header, the user of a URL, and all that follows a question mark in an address. */
const CREDENTIAL = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi
const URL_USER = /(\b[a-z][\w+.-]{0,20}:\/\/)[^\s/?#@"']+@/gi
const QUERY = /\?[^\s"'#?]*=[^\s"'#]*/g

/** A text without credentials and queries of addresses, cut after 4,000 characters. */
export function redactText(text: string): string {
  return cutText(text, MAX_CHARACTERS)
    .replace(CREDENTIAL, `$1 ${HIDDEN}`)
    .replace(URL_USER, '$1')
    .replace(QUERY, `?${HIDDEN}`)
}

/** Plain data for a log: texts are redacted, and values under names of secrets are hidden. */
export function redactFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    SECRET_NAME.test(name) ? HIDDEN : redactValue(value),
  ])
  return Object.fromEntries(entries)
}

/** The text up to a number of characters; a cut one shares no memory with the whole. */
export function cutText(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  return `${Array.from(text.slice(0, maxCharacters)).join('')}…`
}

function redactValue(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value)
  if (value instanceof Error) return redactError(value)
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? redactText(item) : item))
  return value
}

/** An error that holds nothing to hide stays as it is. */
function redactError(error: Error): Error {
  const text = redactText(error.message)
  const stack = error.stack === undefined ? undefined : redactText(error.stack)
  if (text === error.message && stack === error.stack) return error
  const redacted = new Error(text)
  redacted.name = error.name
  redacted.stack = stack ?? text
  return redacted
}
