import { DomainError, isDomainError } from '../../errors.ts'
import { decodeCid } from '../cid/cid-bytes.ts'
import { MAX_BLOCK_BYTES } from '../dag-pb/dag-pb.ts'
import { type DagValue, MAX_DEPTH, MAX_OBJECTS } from '../ipld/dag-value.ts'

export interface DecodeLimits {
  /** Maximum size of a block. Default: 2 MiB. */
  readonly maxBytes?: number | undefined
}

export interface DecodeOptions extends DecodeLimits {
  /**
   * If true, invalid UTF-8 is decoded with U+FFFD instead of being rejected: such blocks exist, and their links
   * count. Such a value must not be encoded again.
   */
  readonly lossy?: boolean | undefined
}

export interface DecodeCborOptions extends DecodeOptions {
  /** If false, links are rejected, because plain CBOR has none. */
  readonly links?: boolean | undefined
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const LOSSY = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })
const REPLACEMENT = '\ufffd'

/** Small integers are cached, because every new `BigInt` takes memory. */
const SMALL = Array.from({ length: 256 }, (_, value) => BigInt(value))

/**
 * Decodes a dag-cbor block. Byte strings are views into `bytes`.
 *
 * Strict as the codec's specification: definite and minimal lengths, string keys, no duplicate keys, finite
 * 64-bit floats, no tag but 42, no `undefined`, valid UTF-8, nothing after the value. Spec gap: unsorted keys
 * are accepted, as by the reference, because such blocks exist. Sizes, depth and counts are checked before
 * memory is allocated: no length can exceed the rest of the block.
 *
 * Throws `corrupt`.
 */
export function decodeDagCbor(
  bytes: Uint8Array,
  { maxBytes = MAX_BLOCK_BYTES, links = true, lossy = false }: DecodeCborOptions = {},
): DagValue {
  if (bytes.byteLength > maxBytes) throw corrupt(`block of ${bytes.byteLength} bytes is over ${maxBytes}`)
  const state: State = {
    bytes,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    at: 0,
    objects: 0,
    links,
    lossy,
  }
  const value = readValue(state, 0)
  if (state.at < bytes.byteLength) throw corrupt('unexpected content after end of cbor object')
  return value
}

interface State {
  readonly bytes: Uint8Array
  readonly view: DataView
  at: number
  objects: number
  readonly links: boolean
  readonly lossy: boolean
}

function readValue(state: State, depth: number): DagValue {
  const head = nextByte(state)
  const [major, minor] = [head >> 5, head & 0x1f]
  if (major === 7) return readSimple(state, minor)
  const argument = readArgument(state, minor)
  switch (major) {
    case 0:
      return SMALL[Number(argument)] ?? BigInt(argument)
    case 1:
      return -1n - BigInt(argument)
    case 2:
      countObject(state)
      return take(state, argument)
    case 3:
      return textOf(state, take(state, argument)).text
    case 4:
      return readList(state, checkCount(state, argument), depth + 1)
    case 5:
      return readMap(state, checkCount(state, argument), depth + 1)
    default:
      return readLink(state, argument)
  }
}

function readList(state: State, length: number, depth: number): DagValue {
  enter(state, depth)
  const items: DagValue[] = []
  while (items.length < length) items.push(readValue(state, depth))
  return items
}

function readMap(state: State, length: number, depth: number): DagValue {
  enter(state, depth)
  const entries = new Map<string, DagValue>()
  while (entries.size < length) {
    const head = nextByte(state)
    if (head >> 5 !== 3) throw corrupt('map key is no text')
    const read = textOf(state, take(state, readArgument(state, head & 0x1f)))
    let key = read.text
    while (read.isLossy && entries.has(key)) key += REPLACEMENT
    if (entries.has(key)) throw corrupt(`duplicate map key ${JSON.stringify(key.slice(0, 80))}`)
    entries.set(key, readValue(state, depth))
  }
  return entries
}

/** Reads a link: tag 42 with a byte string of a zero byte and a binary CID. */
function readLink(state: State, tag: number | bigint): DagValue {
  if (tag !== 42 || !state.links) throw corrupt(`tag ${tag} is not allowed`)
  const head = nextByte(state)
  if (head >> 5 !== 2) throw corrupt('tag 42 is not followed by a byte string')
  const bytes = take(state, readArgument(state, head & 0x1f))
  if (bytes[0] !== 0) throw corrupt('invalid multibase on IPLD link')
  countObject(state)
  try {
    return decodeCid(bytes.subarray(1))
  } catch (cause) {
    throw isDomainError(cause) ? corrupt(`invalid cid: ${cause.message}`, cause) : cause
  }
}

function readSimple(state: State, minor: number): DagValue {
  if (minor === 20) return false
  if (minor === 21) return true
  if (minor === 22) return null
  if (minor !== 27) throw corrupt(`simple value ${minor} is not allowed`)
  take(state, 8)
  const float = state.view.getFloat64(state.at - 8)
  if (!Number.isFinite(float)) throw corrupt(`float ${float} is not allowed`)
  return float
}

/** Reads the number in or after an initial byte. A `bigint` from 2^32. */
function readArgument(state: State, minor: number): number | bigint {
  if (minor < 24) return minor
  if (minor === 31) throw corrupt('cbor: indefinite-length encoding rejected')
  if (minor > 27) throw corrupt('reserved length')
  const size = 2 ** (minor - 24)
  take(state, size)
  const { view, at } = state
  if (size === 8) {
    const value = view.getBigUint64(at - 8)
    if (value <= 0xffff_ffffn) throw corrupt('cbor: integer not minimally encoded')
    return value
  }
  const value =
    size === 1 ? view.getUint8(at - 1) : size === 2 ? view.getUint16(at - 2) : view.getUint32(at - 4)
  const least = size === 1 ? 24 : size === 2 ? 0x100 : 0x1_0000
  if (value < least) throw corrupt('cbor: integer not minimally encoded')
  return value
}

/** Checks a number of items, each of which takes at least one of the remaining bytes. */
function checkCount({ bytes, at }: State, count: number | bigint): number {
  if (count > bytes.byteLength - at) throw corrupt('unexpected EOF')
  return Number(count)
}

function take(state: State, count: number | bigint): Uint8Array {
  const length = checkCount(state, count)
  state.at += length
  return state.bytes.subarray(state.at - length, state.at)
}

function nextByte(state: State): number {
  const byte = state.bytes[state.at]
  if (byte === undefined) throw corrupt('unexpected EOF')
  state.at += 1
  return byte
}

function textOf({ lossy }: State, bytes: Uint8Array): { readonly text: string; readonly isLossy: boolean } {
  try {
    return { text: UTF8.decode(bytes), isLossy: false }
  } catch (cause) {
    if (lossy) return { text: LOSSY.decode(bytes), isLossy: true }
    throw corrupt('text is not UTF-8', cause)
  }
}

function enter(state: State, depth: number): void {
  if (depth > MAX_DEPTH) throw corrupt(`nested deeper than ${MAX_DEPTH}`)
  countObject(state)
}

function countObject(state: State): void {
  state.objects += 1
  if (state.objects > MAX_OBJECTS) throw corrupt(`over ${MAX_OBJECTS} lists, maps, links and byte strings`)
}

function corrupt(message: string, cause?: unknown): DomainError {
  return new DomainError('corrupt', message, { cause })
}
