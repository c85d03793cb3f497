import { base64 } from 'multiformats/bases/base64'
import { isDomainError } from '../../errors.ts'
import { parseCid } from '../cid/cid.ts'
import type { DecodeLimits } from '../dag-cbor/decode-dag-cbor.ts'
import { MAX_BLOCK_BYTES } from '../dag-pb/dag-pb.ts'
import { type DagMap, type DagValue, MAX_DEPTH, MAX_OBJECTS } from '../ipld/dag-value.ts'
import { corrupt, outOfRange, unexpected, unexpectedEnd } from './decode-errors.ts'

export interface DecodeJsonOptions extends DecodeLimits {
  /** If false, decodes plain JSON, where the key `/` has no special meaning. */
  readonly reserved?: boolean | undefined
  /** Maximum number of lists and maps. Default: that of a block. */
  readonly maxObjects?: number | undefined
  /** Maximum number of values in lists and maps. No limit of its own when absent: each takes two bytes of the text. */
  readonly maxValues?: number | undefined
  /** If true, an integer has at most 64 bits with its sign, as in the reference's parser. */
  readonly signed64?: boolean | undefined
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const SPACE = /[ \t\n\r]*/y
const QUOTE_OR_ESCAPE = /["\\]/g
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y

/** Literals by their first letter. */
const WORDS: ReadonlyMap<string, readonly [word: string, value: DagValue]> = new Map([
  ['t', ['true', true]],
  ['f', ['false', false]],
  ['n', ['null', null]],
])

/** The range of dag-cbor integers. No other codec could store numbers beyond it. */
const CBOR_RANGE: Range = [-(2n ** 64n), 2n ** 64n - 1n]
const SIGNED_64_RANGE: Range = [-(2n ** 63n), 2n ** 63n - 1n]
const MAX_INTEGER_CHARACTERS = 21

type Range = readonly [least: bigint, most: bigint]

/**
 * Decodes a dag-json block. A number with digits only is an integer, any other a float. `{"/":"<cid>"}` is a
 * link and `{"/":{"bytes":"<base64>"}}` a byte string.
 *
 * Accepts keys in any order and white space, because people write it too. Rejects duplicate keys, integers
 * beyond 64 bits, infinite floats, base64 with padding, and anything after the value. Rejects a map whose first
 * key is `/` and that begins like one of the two forms, but is neither.
 *
 * Throws `corrupt`.
 */
export function decodeDagJson(
  bytes: Uint8Array,
  {
    maxBytes = MAX_BLOCK_BYTES,
    maxObjects = MAX_OBJECTS,
    maxValues = Number.POSITIVE_INFINITY,
    reserved = true,
    signed64 = false,
  }: DecodeJsonOptions = {},
): DagValue {
  if (bytes.byteLength > maxBytes) throw corrupt(`block of ${bytes.byteLength} bytes is over ${maxBytes}`)
  const range = signed64 ? SIGNED_64_RANGE : CBOR_RANGE
  const limits = { maxObjects, maxValues, reserved, range }
  const state: State = { text: textOf(bytes), at: 0, objects: 0, values: 0, ...limits }
  const value = readValue(state, 0)
  skipSpace(state)
  if (state.at < state.text.length) throw corrupt('unexpected content after end of json object')
  return value
}

interface State {
  readonly text: string
  at: number
  objects: number
  readonly maxObjects: number
  values: number
  readonly maxValues: number
  readonly reserved: boolean
  readonly range: Range
}

function readValue(state: State, depth: number): DagValue {
  state.values += 1
  if (state.values > state.maxValues) throw corrupt(`over ${state.maxValues} values`)
  skipSpace(state)
  switch (state.text[state.at]) {
    case '{':
      return readMap(state, depth + 1)
    case '[':
      return readList(state, depth + 1)
    case '"':
      return readString(state)
    default:
      return readWordOrNumber(state)
  }
}

function readWordOrNumber(state: State): DagValue {
  const literal = WORDS.get(state.text[state.at] ?? '')
  if (!literal) return readNumber(state)
  const [word, value] = literal
  const found = state.text.slice(state.at, state.at + word.length)
  state.at += word.length
  if (found === word) return value
  if (found.length < word.length) throw unexpectedEnd()
  const [expected, got] = [word, found].map((text) => JSON.stringify(text.slice(1)))
  throw corrupt(`invalid literal suffix: expected ${expected}, got ${got}`)
}

function readList(state: State, depth: number): DagValue {
  enter(state, depth)
  const items: DagValue[] = []
  if (passes(state, ']')) return items
  do items.push(readValue(state, depth))
  while (passes(state, ','))
  expect(state, ']', 'expected comma or array close after array value; got')
  return items
}

function readMap(state: State, depth: number): DagValue {
  enter(state, depth)
  const entries = new Map<string, DagValue>()
  if (passes(state, '}')) return entries
  do {
    skipSpace(state)
    const key = readString(state)
    if (entries.has(key)) throw corrupt(`cannot repeat map key ${JSON.stringify(key.slice(0, 80))}`)
    expect(state, ':', 'expected colon after map key; got')
    entries.set(key, readValue(state, depth))
  } while (passes(state, ','))
  expect(state, '}', 'expected comma or map close after map value; got')
  return state.reserved ? special(entries) : entries
}

/** Converts a map that represents a link or a byte string. */
function special(entries: DagMap): DagValue {
  const [first] = entries
  if (first?.[0] !== '/') return entries
  const inside = first[1]
  if (typeof inside === 'string') {
    if (entries.size > 1) throw corrupt('a link has other keys beside it')
    return linkOf(inside)
  }
  if (!(inside instanceof Map)) return entries
  const [encoded] = inside as DagMap
  if (encoded?.[0] !== 'bytes' || typeof encoded[1] !== 'string') return entries
  if (entries.size > 1 || inside.size > 1) throw corrupt('a byte string has other keys beside it')
  return bytesOf(encoded[1])
}

function linkOf(text: string): DagValue {
  try {
    return parseCid(text)
  } catch (cause) {
    throw isDomainError(cause) ? corrupt(`invalid cid: ${cause.message}`, cause) : cause
  }
}

function bytesOf(text: string): Uint8Array {
  const bytes = attempt64(text)
  if (bytes) return bytes
  const other = text.search(/[^\w+/]|_/)
  throw corrupt(`illegal base64 data at input byte ${other < 0 ? text.length - (text.length % 4) : other}`)
}

function attempt64(text: string): Uint8Array | undefined {
  try {
    return text.endsWith('=') ? undefined : base64.baseDecode(text)
  } catch {
    return undefined
  }
}

function readString(state: State): string {
  const quoted = passQuoted(state)
  try {
    const text: string = JSON.parse(quoted)
    if (text.isWellFormed()) return text
  } catch (cause) {
    throw corrupt(`bad text at ${state.at - quoted.length}`, cause)
  }
  throw corrupt('text has half a surrogate pair')
}

/** Scans a string step by step: one pattern for the whole text would take memory for each of its characters. */
function passQuoted(state: State): string {
  const start = state.at
  if (state.text[start] !== '"') throw unexpected(state, 'invalid char while expecting start of key:')
  QUOTE_OR_ESCAPE.lastIndex = start + 1
  for (let found = QUOTE_OR_ESCAPE.exec(state.text); found; found = QUOTE_OR_ESCAPE.exec(state.text)) {
    state.at = QUOTE_OR_ESCAPE.lastIndex
    if (found[0] === '"') return state.text.slice(start, state.at)
    QUOTE_OR_ESCAPE.lastIndex += 1
  }
  throw unexpectedEnd()
}

function readNumber(state: State): DagValue {
  if (!/[-\d]/.test(state.text[state.at] ?? '')) {
    throw unexpected(state, 'invalid char while expecting start of value:')
  }
  const [digits, fraction, exponent] = match(state, NUMBER)
  if (fraction !== undefined || exponent !== undefined) {
    const float = Number(digits)
    if (!Number.isFinite(float)) throw outOfRange('Float', digits)
    return float
  }
  const integer = digits.length > MAX_INTEGER_CHARACTERS ? undefined : BigInt(digits)
  const [least, most] = state.range
  if (integer === undefined || integer < least || integer > most) throw outOfRange('Int', digits)
  return integer
}

function match(state: State, pattern: RegExp): RegExpExecArray {
  pattern.lastIndex = state.at
  const found = pattern.exec(state.text)
  if (!found) throw corrupt('strconv.ParseFloat: parsing "-": invalid syntax')
  state.at = pattern.lastIndex
  return found
}

function passes(state: State, mark: string): boolean {
  skipSpace(state)
  if (state.text[state.at] !== mark) return false
  state.at += 1
  return true
}

function expect(state: State, mark: string, otherwise: string): void {
  if (!passes(state, mark)) throw unexpected(state, otherwise)
}

function skipSpace(state: State): void {
  match(state, SPACE)
}

function enter(state: State, depth: number): void {
  state.at += 1
  state.objects += 1
  if (depth > MAX_DEPTH) throw corrupt(`nested deeper than ${MAX_DEPTH}`)
  if (state.objects > state.maxObjects) throw corrupt(`over ${state.maxObjects} lists and maps`)
}

function textOf(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes)
  } catch (cause) {
    throw corrupt('not UTF-8', cause)
  }
}
