import type { SentParameters } from './read/read-query.ts'

/** Only names that can be called. */
const CALLBACK = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/

/** Longer ones are no names. */
const MOST_CALLBACK_LENGTH = 128

/**
 * The body with the top-level keys that `_fields` names; `venue.id` reaches into an object and never into a
 * list. What nothing is left of is an empty list, as everywhere in this API. Without `_fields` the body as it is.
 * Spec: calendar facts, section 1.
 */
export function withFields(body: unknown, fields: unknown): unknown {
  const asked = Array.isArray(fields)
    ? fields.map(String)
    : typeof fields === 'string'
      ? fields.split(',')
      : []
  const paths = asked.map((path) => path.trim().split('.')).filter(([first]) => first !== '')
  return paths.length === 0 ? body : picked(body, paths)
}

function picked(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (Array.isArray(value)) return []
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const below = paths.filter(([first]) => first === key).map(([, ...rest]) => rest)
    if (below.length === 0) return []
    return [[key, below.some((rest) => rest.length === 0) ? inner : picked(inner, below)]]
  })
  return entries.length === 0 ? [] : Object.fromEntries(entries)
}

/** True when the request asks for status and headers inside the body. */
export function wantsEnvelope(sent: SentParameters): boolean {
  return sent.has('_envelope')
}

/** The function that the answer shall call; `undefined` for none. Throws nothing: a bad name is no name. */
export function callbackOf(sent: SentParameters): string | undefined {
  const name = sent.get('_jsonp')
  const isName = typeof name === 'string' && name.length <= MOST_CALLBACK_LENGTH && CALLBACK.test(name)
  return isName ? name : undefined
}
