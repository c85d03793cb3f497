import { isDomainError } from '../../errors.ts'
import type { WireError } from '../wire.ts'
import type { Answer } from './match-route.ts'
import type { SentParameters } from './read/read-parameters.ts'
import { sentText } from './resources/parameter.ts'
import { asRestError, restDetails } from './rest-error.ts'

export interface ResponseOptions {
  /** The parameters of the query; they may ask for an envelope, a JSONP callback or fewer fields. */
  readonly query: SentParameters
  /** Headers of every answer. */
  readonly common: Headers
}

/** Makes the response of an answer, in the form that the query asks for. */
export function toCalendarResponse(
  { status, body, headers = {} }: { status: number; body: unknown; headers?: Answer['headers'] | undefined },
  { query, common }: ResponseOptions,
): Response {
  const all = new Headers(common)
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  const shown = status < 400 ? withFields(body, query.get('_fields')) : body
  if (wantsEnvelope(query)) {
    const outer = new Headers(common)
    outer.delete('Allow')
    const inner = { ...headers, Allow: common.get('Allow') ?? 'GET' }
    return jsonResponse({ body: shown, status, headers: inner }, { status: 200, headers: outer, query })
  }
  return jsonResponse(shown, { status, headers: all, query })
}

/** The answer to a failed request; `undefined` for an unexpected error, whose text must not reach the client. */
export function errorAnswer(
  thrown: unknown,
): { status: number; body: WireError; headers?: Record<string, string> } | undefined {
  if (!isDomainError(thrown)) return undefined
  const error = asRestError(thrown)
  const rest = restDetails(error)
  const status = rest?.status ?? STATUSES[error.code]
  const code = rest?.code ?? `rest_${error.code.replaceAll('-', '_')}`
  const waitSeconds = rest?.data?.['wait_seconds']
  return {
    status,
    body: { code, message: error.message, data: { status, ...rest?.data }, ...rest?.beside },
    ...(typeof waitSeconds === 'number' && { headers: { 'Retry-After': String(waitSeconds) } }),
  }
}

/** Status by error code, for errors that carry no status. */
const STATUSES = {
  'invalid-argument': 400,
  'too-large': 413,
  forbidden: 403,
  'not-found': 404,
  'already-exists': 409,
  'failed-precondition': 409,
  corrupt: 500,
  unsupported: 501,
  unavailable: 503,
  'no-space': 507,
  timeout: 504,
} as const

interface JsonOptions {
  readonly status: number
  readonly headers: Headers
  readonly query: SentParameters
}

function jsonResponse(body: unknown, { status, headers, query }: JsonOptions): Response {
  const callback = callbackOf(query)
  const json = JSON.stringify(body)
  if (callback === undefined) {
    headers.set('Content-Type', 'application/json; charset=UTF-8')
    return new Response(json, { status, headers })
  }
  headers.set('Content-Type', 'application/javascript; charset=UTF-8')
  // Older script engines take both characters for line ends, JSON does not.
  const script = json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  return new Response(`/**/${callback}(${script})`, { status, headers })
}

/** Names that a script can call. */
const CALLBACK = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/

/** Longer names are ignored. */
const MOST_CALLBACK_LENGTH = 128

/**
 * The body reduced to the top-level keys that `_fields` names. `venue.id` selects inside an object, never inside a
 * list. An object without remaining keys becomes an empty list, as everywhere in this API. Without `_fields` the
 * body is returned unchanged. Spec: calendar facts, section 1.
 */
function withFields(body: unknown, fields: unknown): unknown {
  const asked = Array.isArray(fields)
    ? fields.map(sentText)
    : typeof fields === 'string'
      ? fields.split(',')
      : []
  const paths = asked.map((path) => path.trim().split('.')).filter(([first]) => first !== '')
  return paths.length === 0 ? body : pickPaths(body, paths)
}

function pickPaths(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (Array.isArray(value)) return []
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const below = paths.filter(([first]) => first === key).map(([, ...rest]) => rest)
    if (below.length === 0) return []
    return [[key, below.some((rest) => rest.length === 0) ? inner : pickPaths(inner, below)]]
  })
  return entries.length === 0 ? [] : Object.fromEntries(entries)
}

/** True when the request asks for status and headers inside the body. */
function wantsEnvelope(sent: SentParameters): boolean {
  return sent.has('_envelope')
}

/** The JSONP callback; `undefined` for none and for an invalid name. */
function callbackOf(sent: SentParameters): string | undefined {
  const name = sent.get('_jsonp')
  const isName = typeof name === 'string' && name.length <= MOST_CALLBACK_LENGTH && CALLBACK.test(name)
  return isName ? name : undefined
}
