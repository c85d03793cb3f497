/** Maximum length of a text. Longer ones are cut. */
const MAX_CHARACTERS = 4_000

const HIDDEN = '[hidden]'

/** Names of fields that contain secrets. */
const SECRET_NAME = /secret|token|password|authorization|privkey|private.?key|api.?key|cookie/i

/** Credentials of headers, users of URLs, and queries of URLs. */
const CREDENTIAL = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi
const URL_USER = /(\b[a-z][\w+.-]{0,20}:\/\/)[^\s/?#@"']+@/gi
const QUERY = /\?[^\s"'#?]*=[^\s"'#]*/g
/** A character of each of the above. Most arguments of calls have none, and one look costs less than three. */
const SUSPECT = /[\s@?]/

/** Removes credentials and URL queries from a text, and cuts it after 4,000 characters. */
export function redactText(text: string): string {
  const cut = cutText(text, MAX_CHARACTERS)
  if (!SUSPECT.test(cut)) return cut
  return cut.replace(CREDENTIAL, `$1 ${HIDDEN}`).replace(URL_USER, '$1').replace(QUERY, `?${HIDDEN}`)
}

/** Redacts the fields of a log entry: credentials in texts, and all values with names of secrets. */
export function redactFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    SECRET_NAME.test(name) ? HIDDEN : redactValue(value),
  ])
  return Object.fromEntries(entries)
}

/** Cuts a text to a number of characters, without keeping the whole text in memory. */
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

/** Returns the same error when there is nothing to redact. */
function redactError(error: Error): Error {
  const text = redactText(error.message)
  const stack = error.stack === undefined ? undefined : redactText(error.stack)
  if (text === error.message && stack === error.stack) return error
  const redacted = new Error(text)
  redacted.name = error.name
  redacted.stack = stack ?? text
  return redacted
}
