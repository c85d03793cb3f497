import * as z from 'zod/mini'
import { attempt } from '../../../errors.ts'
import { cidKey, NAME_MATCHES, type PinFilter } from '../list-service-pins.ts'
import { PIN_STATES, type PinState } from '../pin-view.ts'
import { badRequest } from './pin-error.ts'
import { PinMeta, PinName } from './read-pin.ts'

/** Spec: Pinning Service API, the parameters of `GET /pins` and "Pagination and filtering". */
const DEFAULT_LIMIT = 10
const MAX_LIMIT = 1000
const MAX_CIDS = 10
/** RFC 3339, section 5.6. */
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/

/**
 * Reads the parameters of a list. Unknown ones are ignored. Repeated ones and ones with commas are both lists: the
 * document shows the former, and the clients of earlier versions send the latter. Throws `invalid-argument`.
 */
export function readFilter(parameters: URLSearchParams): PinFilter {
  const cids = listOf(parameters, 'cid')
  if (cids && cids.length > MAX_CIDS) throw badRequest(`Invalid cid: over ${MAX_CIDS}`)
  return {
    cids: cids && new Set(cids.map(readCid)),
    name: checked(PinName, 'name', parameters.get('name')),
    match: wordOf(NAME_MATCHES, 'match', parameters.get('match') ?? 'exact'),
    states: readStates(parameters),
    meta: readMeta(parameters.get('meta')),
    beforeMs: readTime('before', parameters.get('before'), Math.ceil),
    afterMs: readTime('after', parameters.get('after'), Math.floor),
    limit: readLimit(parameters.get('limit')),
  }
}

function listOf(parameters: URLSearchParams, name: string): readonly string[] | undefined {
  const items = parameters.getAll(name).flatMap((text) => text.split(','))
  return items.length > 0 ? [...new Set(items)] : undefined
}

function readCid(text: string): string {
  const key = attempt(() => cidKey(text))
  if (key === undefined) throw badRequest(`Invalid cid "${text.slice(0, 100)}"`)
  return key
}

/** Parameters that filter by what a pin is. The others choose a page. */
const FILTERS = ['cid', 'name', 'meta']

/**
 * Without the parameter, and without any filter, only pins that have succeeded. Spec gap: the document leaves open
 * what another filter selects; the public checks of services expect pins in every state.
 */
function readStates(parameters: URLSearchParams): readonly PinState[] {
  const texts = listOf(parameters, 'status')
  if (texts) return texts.map((text) => wordOf(PIN_STATES, 'status', text))
  return FILTERS.some((name) => parameters.has(name)) ? PIN_STATES : ['pinned']
}

function wordOf<Word extends string>(words: readonly Word[], parameter: string, text: string): Word {
  const word = words.find((known) => known === text)
  if (word === undefined) throw badRequest(`Invalid ${parameter}: not one of ${words.join(', ')}`)
  return word
}

function readMeta(text: string | null): PinFilter['meta'] {
  if (text === null) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badRequest('Invalid meta: not JSON')
  }
  return checked(PinMeta, 'meta', value)
}

function checked<Value>(type: z.ZodMiniType<Value>, parameter: string, value: unknown): Value | undefined {
  if (value === null) return undefined
  const result = z.safeParse(type, value)
  if (result.success) return result.data
  throw badRequest(`Invalid ${parameter}: ${result.error.issues[0]?.message ?? 'not understood'}`)
}

/** Times may be finer than those of pins: the rounding keeps the bound exclusive. */
function readTime(
  parameter: string,
  text: string | null,
  round: (timeMs: number) => number,
): number | undefined {
  if (text === null) return undefined
  const [, seconds = '', fraction = '0', zone = ''] = /^(.{19})(?:\.(\d+))?(.*)$/.exec(text) ?? []
  const timeMs = Date.parse(`${seconds.replace(/[t ]/, 'T')}${zone.toUpperCase()}`)
  const nanoseconds = Number(fraction.padEnd(9, '0'))
  if (!DATE_TIME.test(text) || Number.isNaN(timeMs)) {
    throw badRequest(`Invalid ${parameter}: not a time such as "2030-01-31T00:00:00Z"`)
  }
  return timeMs + round(nanoseconds / 1_000_000)
}

function readLimit(text: string | null): number {
  const limit = text === null ? DEFAULT_LIMIT : Number(text)
  if (/^\d{1,4}$/.test(text ?? '10') && limit >= 1 && limit <= MAX_LIMIT) return limit
  throw badRequest(`Invalid limit: not a number from 1 to ${MAX_LIMIT}`)
}
