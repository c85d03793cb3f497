import { DomainError } from '../../errors.ts'
import { DAG_PB_CODEC, RAW_CODEC } from '../cid/cid.ts'
import { codecNamed } from '../cid/codec-names.ts'
import { type DecodeOptions, decodeDagCbor } from '../dag-cbor/decode-dag-cbor.ts'
import { encodeDagCbor } from '../dag-cbor/encode-dag-cbor.ts'
import { type DecodeJsonOptions, decodeDagJson } from '../dag-json/decode-dag-json.ts'
import { encodeDagJson } from '../dag-json/encode-dag-json.ts'
import { encodeJson } from '../dag-json/encode-json.ts'
import { decodeDagPbValue, encodeDagPbValue } from '../dag-pb/dag-pb-value.ts'
import { decodeGitRaw, encodeGitRaw } from '../git/git-raw.ts'
import { decodeDagJose, encodeDagJose } from './dag-jose.ts'
import type { DagValue } from './dag-value.ts'
import { wrongKind } from './wrong-kind.ts'

/** Decodes and encodes blocks of one codec. */
export interface DagCodec {
  readonly name: string
  readonly code: number
  /** The media type of its blocks. */
  readonly mediaType: string
  /** Throws `corrupt`. `signed64` concerns JSON alone. */
  decode(bytes: Uint8Array, options?: DecodeOptions & Pick<DecodeJsonOptions, 'signed64'>): DagValue
  /** Throws `invalid-argument` for a value that the codec cannot represent. */
  encode(value: DagValue): Uint8Array
}

/** The codec with this number. `undefined` when this node cannot decode its blocks. */
export function dagCodec(code: number): DagCodec | undefined {
  return byCode.get(code)
}

/**
 * Spec gap: plain `cbor` and `json` are encoded by the rules of dag-cbor and dag-json, without links, and with keys in
 * the order of the value. `json` is indented with tabs, as in the reference implementation.
 */
const codecs: readonly DagCodec[] = [
  {
    name: 'raw',
    code: RAW_CODEC,
    mediaType: 'application/vnd.ipld.raw',
    decode: (bytes) => bytes,
    encode: rawBytes,
  },
  {
    name: 'dag-pb',
    code: DAG_PB_CODEC,
    mediaType: 'application/vnd.ipld.dag-pb',
    decode: decodeDagPbValue,
    encode: encodeDagPbValue,
  },
  named('dag-cbor', {
    mediaType: 'application/vnd.ipld.dag-cbor',
    decode: decodeDagCbor,
    encode: encodeDagCbor,
  }),
  named('dag-json', {
    mediaType: 'application/vnd.ipld.dag-json',
    decode: decodeDagJson,
    encode: encodeDagJson,
  }),
  named('dag-jose', {
    mediaType: 'application/vnd.ipld.dag-jose',
    decode: decodeDagJose,
    encode: encodeDagJose,
  }),
  named('git-raw', {
    mediaType: 'application/octet-stream',
    decode: decodeGitRaw,
    encode: encodeGitRaw,
  }),
  named('cbor', {
    mediaType: 'application/cbor',
    decode: (bytes, options) => decodeDagCbor(bytes, { ...options, links: false }),
    encode: (value) => encodeDagCbor(value, { plain: true }),
  }),
  named('json', {
    mediaType: 'application/json',
    decode: (bytes, options) => decodeDagJson(bytes, { ...options, reserved: false }),
    encode: encodeJson,
  }),
]

const byCode = new Map(codecs.map((codec) => [codec.code, codec]))

function named(name: string, rest: Omit<DagCodec, 'name' | 'code'>): DagCodec {
  return { name, code: codecNamed(name) ?? Number.NaN, ...rest }
}

function rawBytes(value: DagValue): Uint8Array {
  if (value instanceof Uint8Array) return value
  throw new DomainError('invalid-argument', wrongKind(value, 'bytes'))
}
