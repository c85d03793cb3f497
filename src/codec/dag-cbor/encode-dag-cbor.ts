import { DomainError } from '../../errors.ts'
import { type ByteSink, createByteSink } from '../bytes/byte-sink.ts'
import { compareBytes } from '../bytes/bytes.ts'
import { CID } from '../cid/cid.ts'
import { type DagMap, type DagValue, isList, MAX_DEPTH } from '../ipld/dag-value.ts'

const ENCODER = new TextEncoder()

const [FALSE, TRUE, NULL, FLOAT64] = [0xf4, 0xf5, 0xf6, 0xfb]

const MAX_KEPT_KEYS = 256
const MAX_KEPT_KEY = 32

/** Filled by one encoding after the other: a buffer of its own takes a small block longer than all else. */
const BUFFER = new Uint8Array(4096)

const MAX_INTEGER = 0xffff_ffff_ffff_ffffn

/**
 * Encodes a value as dag-cbor: minimal lengths, 64-bit floats, keys sorted by length and then by bytes. Plain CBOR has
 * neither links nor an order of keys: with `plain`, links are rejected and keys stay in the order of the map.
 *
 * Throws `invalid-argument` for what the codec cannot represent: integers beyond 64 bits, floats that are not
 * finite, links in plain CBOR. Throws `too-large` for nesting beyond {@link MAX_DEPTH}.
 */
export function encodeDagCbor(
  value: DagValue,
  { plain = false }: { readonly plain?: boolean } = {},
): Uint8Array {
  const bytes = createByteSink(BUFFER)
  write({ ...bytes, plain }, value, 0)
  return bytes.bytes()
}

interface Sink extends ByteSink {
  /** If true, links are rejected and keys keep their order. */
  readonly plain: boolean
}

function write(sink: Sink, value: DagValue, depth: number): void {
  if (depth > MAX_DEPTH) throw new DomainError('too-large', `dag-cbor: nested deeper than ${MAX_DEPTH}`)
  if (value === null) sink.byte(NULL)
  else if (typeof value === 'boolean') sink.byte(value ? TRUE : FALSE)
  else if (typeof value === 'bigint') writeInteger(sink, value)
  else if (typeof value === 'number') writeFloat(sink, value)
  else if (typeof value === 'string') writeRun(sink, 3, ENCODER.encode(value))
  else if (value instanceof Uint8Array) writeRun(sink, 2, value)
  else if (value instanceof Map) writeMap(sink, value, depth)
  else if (isList(value)) writeList(sink, value, depth)
  else writeLink(sink, value)
}

function writeList(sink: Sink, items: readonly DagValue[], depth: number): void {
  writeHead(sink, 4, items.length)
  for (const item of items) write(sink, item, depth + 1)
}

function writeMap(sink: Sink, map: DagMap, depth: number): void {
  const keys = [...map.keys()].map((key) => ({ key, bytes: bytesOfKey(key) }))
  if (!sink.plain)
    keys.sort((a, b) => a.bytes.byteLength - b.bytes.byteLength || compareBytes(a.bytes, b.bytes))
  writeHead(sink, 5, keys.length)
  for (const { key, bytes } of keys) {
    writeRun(sink, 3, bytes)
    write(sink, map.get(key) ?? null, depth + 1)
  }
}

const KEYS = new Map<string, Uint8Array>()

/**
 * Encodes a key. The first keys are cached, most of which are field names: encoding them took a sixth of the
 * time of a record.
 */
function bytesOfKey(key: string): Uint8Array {
  const held = KEYS.get(key)
  if (held) return held
  const bytes = ENCODER.encode(key)
  if (KEYS.size < MAX_KEPT_KEYS && key.length <= MAX_KEPT_KEY) KEYS.set(key, bytes)
  return bytes
}

/** Writes a link: tag 42 with a byte string of a zero byte and the binary CID. */
function writeLink(sink: Sink, value: DagValue): void {
  const link = CID.asCID(value)
  if (!link) throw new DomainError('invalid-argument', 'dag-cbor: no value of the data model')
  if (sink.plain) throw new DomainError('invalid-argument', 'cannot Marshal ipld links to CBOR')
  writeHead(sink, 6, 42)
  writeHead(sink, 2, link.bytes.byteLength + 1)
  sink.byte(0)
  sink.append(link.bytes)
}

/** Writes a byte string or a text. */
function writeRun(sink: Sink, major: 2 | 3, bytes: Uint8Array): void {
  writeHead(sink, major, bytes.byteLength)
  sink.append(bytes)
}

function writeInteger(sink: Sink, value: bigint): void {
  const argument = value < 0n ? -1n - value : value
  if (argument > MAX_INTEGER) throw new DomainError('invalid-argument', 'dag-cbor: integer beyond 64 bits')
  writeHead(sink, value < 0n ? 1 : 0, argument)
}

function writeFloat(sink: Sink, value: number): void {
  if (!Number.isFinite(value)) {
    throw new DomainError('invalid-argument', `dag-cbor: float ${value} is not allowed`)
  }
  sink.byte(FLOAT64)
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  sink.append(new Uint8Array(view.buffer))
}

function writeHead(sink: Sink, major: number, argument: number | bigint): void {
  const head = major << 5
  if (argument < 24) {
    sink.byte(head | Number(argument))
    return
  }
  if (argument <= 0xff) {
    sink.byte(head | 24)
    sink.byte(Number(argument))
    return
  }
  const power = [0xff, 0xffff, 0xffff_ffff].filter((most) => argument > most).length
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt(argument))
  sink.byte(head | (24 + power))
  sink.append(new Uint8Array(view.buffer, 8 - 2 ** power))
}
