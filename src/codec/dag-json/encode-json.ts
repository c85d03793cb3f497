import { DomainError } from '../../errors.ts'
import { type DagValue, isList, MAX_DEPTH } from '../ipld/dag-value.ts'

/**
 * Encodes a value as plain JSON in the format of the reference implementation, which determines its CID:
 * indented with tabs, keys in the order of the map, a line break at the end of a list or map, whole floats
 * without a point.
 *
 * Throws `invalid-argument` for links, byte strings and floats that are not finite, `too-large` for nesting
 * beyond {@link MAX_DEPTH} and for a text over {@link MAX_CHARACTERS}.
 */
export function encodeJson(value: DagValue): Uint8Array {
  const out: Output = { text: '' }
  write(out, value, 0)
  if (value !== null && typeof value === 'object') out.text += '\n'
  return new TextEncoder().encode(out.text)
}

/** Indentation makes deeply nested values many times as long as their blocks. The limit is enough for normal ones. */
const MAX_CHARACTERS = 16 * 1024 * 1024

interface Output {
  text: string
}

function append(out: Output, text: string): void {
  out.text += text
  if (out.text.length > MAX_CHARACTERS) {
    throw new DomainError('too-large', `Cannot write json: over ${MAX_CHARACTERS} characters`)
  }
}

function write(out: Output, value: DagValue, depth: number): void {
  if (depth > MAX_DEPTH) throw new DomainError('too-large', `json: nested deeper than ${MAX_DEPTH}`)
  if (typeof value === 'string') append(out, quoted(value))
  else if (typeof value === 'number') append(out, floatText(value))
  else if (value === null || typeof value !== 'object') append(out, String(value))
  else if (value instanceof Map) writeItems(out, '{}', value, depth)
  else if (isList(value)) writeItems(out, '[]', value.entries(), depth)
  else {
    const kind = value instanceof Uint8Array ? 'bytes' : 'links'
    throw new DomainError('invalid-argument', `cannot marshal IPLD ${kind} to this codec`)
  }
}

/** Writes items on lines of their own. Keys are strings for a map, and for a list positions, which are not written. */
function writeItems(
  out: Output,
  [open = '', close = '']: string,
  items: Iterable<readonly [string | number, DagValue]>,
  depth: number,
): void {
  append(out, open)
  let separator = ''
  for (const [key, item] of items) {
    append(out, `${separator}\n${'\t'.repeat(depth + 1)}`)
    if (typeof key === 'string') append(out, `${quoted(key)}: `)
    write(out, item, depth + 1)
    separator = ','
  }
  if (separator !== '') append(out, `\n${'\t'.repeat(depth)}`)
  append(out, close)
}

/** Escapes like `JSON.stringify`, but two control characters by number, and also the line separators of JavaScript. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029]|\\[\s\S]/g, (found) => NUMBERED[found] ?? found)
}

const NUMBERED: Readonly<Record<string, string>> = {
  '\\b': '\\u0008',
  '\\f': '\\u000c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

function floatText(value: number): string {
  if (!Number.isFinite(value)) {
    throw new DomainError('invalid-argument', `json: float ${value} is not allowed`)
  }
  return Object.is(value, -0) ? '-0' : String(value)
}
