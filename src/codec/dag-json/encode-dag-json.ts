import { base64 } from 'multiformats/bases/base64'
import { DomainError } from '../../errors.ts'
import { compareBytes } from '../bytes/bytes.ts'
import { CID } from '../cid/cid.ts'
import { type DagMap, type DagValue, isList, MAX_DEPTH } from '../ipld/dag-value.ts'

const ENCODER = new TextEncoder()

/**
 * Encodes a value as dag-json: without white space, keys sorted by their bytes, floats with a point or an
 * exponent.
 *
 * Throws `invalid-argument` for what the codec cannot represent: floats that are not finite, and a map that
 * would be decoded as a link or a byte string. Throws `too-large` for nesting beyond {@link MAX_DEPTH}.
 */
export function encodeDagJson(value: DagValue): Uint8Array {
  const pieces: string[] = []
  write(pieces, value, 0)
  return ENCODER.encode(pieces.join(''))
}

function write(pieces: string[], value: DagValue, depth: number): void {
  if (depth > MAX_DEPTH) throw new DomainError('too-large', `dag-json: nested deeper than ${MAX_DEPTH}`)
  if (typeof value === 'string') pieces.push(JSON.stringify(value))
  else if (typeof value === 'number') pieces.push(floatText(value))
  else if (value === null || typeof value !== 'object') pieces.push(String(value))
  else if (value instanceof Map) writeMap(pieces, value, depth)
  else if (isList(value)) writeList(pieces, value, depth)
  else writeSpecial(pieces, value)
}

function writeList(pieces: string[], items: readonly DagValue[], depth: number): void {
  pieces.push('[')
  for (const [at, item] of items.entries()) {
    if (at > 0) pieces.push(',')
    write(pieces, item, depth + 1)
  }
  pieces.push(']')
}

function writeMap(pieces: string[], map: DagMap, depth: number): void {
  const sorted = sortedEntries(map)
  refuseReserved(sorted)
  pieces.push('{')
  for (const [at, [key, value]] of sorted.entries()) {
    if (at > 0) pieces.push(',')
    pieces.push(JSON.stringify(key), ':')
    write(pieces, value, depth + 1)
  }
  pieces.push('}')
}

function writeSpecial(pieces: string[], value: DagValue): void {
  if (value instanceof Uint8Array) {
    pieces.push(`{"/":{"bytes":"${base64.baseEncode(value)}"}}`)
    return
  }
  const link = CID.asCID(value)
  if (!link) throw new DomainError('invalid-argument', 'dag-json: no value of the data model')
  pieces.push(`{"/":"${link}"}`)
}

/** Sorts by UTF-8 bytes, which differ in order from UTF-16 for some characters. */
function sortedEntries(map: DagMap): readonly (readonly [string, DagValue])[] {
  return [...map]
    .map((entry) => ({ entry, bytes: ENCODER.encode(entry[0]) }))
    .sort((a, b) => compareBytes(a.bytes, b.bytes))
    .map(({ entry }) => entry)
}

/** Rejects a map that would be decoded as something else. */
function refuseReserved([first]: readonly (readonly [string, DagValue])[]): void {
  if (first?.[0] !== '/') return
  const inside = first[1]
  const [encoded] = inside instanceof Map ? sortedEntries(inside) : []
  const readsAsBytes = encoded?.[0] === 'bytes' && typeof encoded[1] === 'string'
  if (typeof inside === 'string' || readsAsBytes) {
    throw new DomainError('invalid-argument', 'dag-json: the map key "/" is reserved')
  }
}

function floatText(value: number): string {
  if (!Number.isFinite(value)) {
    throw new DomainError('invalid-argument', `dag-json: float ${value} is not allowed`)
  }
  const text = Object.is(value, -0) ? '-0' : String(value)
  return /[.e]/.test(text) ? text : `${text}.0`
}
