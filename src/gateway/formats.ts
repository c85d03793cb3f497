import { type CID, DAG_PB_CODEC, RAW_CODEC } from '../codec/cid/cid.ts'
import { DomainError } from '../errors.ts'
import { acceptedTypes } from './accept.ts'

/** A format that a client may request. Absent for the one for people and their browsers. */
export type Format = keyof typeof FORMAT_TYPES

/** The media type of each format. */
export const FORMAT_TYPES = {
  raw: 'application/vnd.ipld.raw',
  car: 'application/vnd.ipld.car',
  tar: 'application/x-tar',
  'ipns-record': 'application/vnd.ipfs.ipns-record',
  json: 'application/json',
  cbor: 'application/cbor',
  'dag-json': 'application/vnd.ipld.dag-json',
  'dag-cbor': 'application/vnd.ipld.dag-cbor',
} as const

/** Formats whose bytes are the block itself, with the extension for saved files. */
const BLOCK_FORMATS = {
  raw: 'bin',
  json: 'json',
  cbor: 'cbor',
  'dag-json': 'json',
  'dag-cbor': 'cbor',
} as const
type BlockFormat = keyof typeof BLOCK_FORMATS

/** The formats of blocks by codec number. There are no conversions. */
const CODECS: ReadonlyMap<number, readonly BlockFormat[]> = new Map<number, readonly BlockFormat[]>([
  [0x51, ['cbor']],
  [0x0200, ['json']],
  [0x71, ['dag-cbor', 'cbor']],
  [0x0129, ['dag-json', 'json']],
])

/** A format of content: `ipns-record` is a format of names. */
export type ContentFormat = Exclude<Format, 'ipns-record'>

/** How to respond for one CID: as files, as an archive, as the block itself, or not at all. */
export type Representation =
  | { readonly kind: 'files' | 'car' | 'tar' }
  | {
      readonly kind: 'block'
      readonly contentType: string
      readonly etagSuffix: string
      readonly extension: string
    }
  | { readonly kind: 'refused'; readonly status: 406 | 501; readonly text: string }

/**
 * The format that a request names: by `?format=`, or else by the most preferred known type in `Accept`. Throws
 * `invalid-argument` for an unknown name. Spec: path gateway specification, `format` and `Accept`.
 */
export function requestedFormat(query: URLSearchParams, headers: Headers): Format | undefined {
  const named = query.get('format') ?? ''
  if (isFormat(named)) return named
  if (named !== '') throw new DomainError('invalid-argument', `unknown format ${JSON.stringify(named)}`)
  const names = Object.keys(FORMAT_TYPES).filter(isFormat)
  return acceptedTypes(headers.get('Accept'))
    .flatMap(({ type }) => names.find((name) => FORMAT_TYPES[name] === type) ?? [])
    .at(0)
}

/**
 * How to respond for a CID in a format. Without a format, a block of a data codec is sent unchanged. Formats
 * are never converted: a codec other than the requested one is 406.
 */
export function representation(cid: CID, format: ContentFormat | undefined): Representation {
  if (format === 'raw') return block('raw')
  if (format === 'car') return { kind: 'car' }
  if (cid.code === DAG_PB_CODEC || cid.code === RAW_CODEC) {
    if (format === 'dag-json' || format === 'dag-cbor') return notAcceptable(cid, format)
    return { kind: format === 'tar' ? 'tar' : 'files' }
  }
  const own = CODECS.get(cid.code)
  if (own === undefined)
    return { kind: 'refused', status: 501, text: `codec 0x${cid.code.toString(16)} is not served here` }
  const chosen = format === undefined ? own[0] : own.find((name) => name === format)
  return chosen === undefined ? notAcceptable(cid, format) : block(chosen)
}

function block(format: BlockFormat): Representation {
  const extension = BLOCK_FORMATS[format]
  return { kind: 'block', contentType: FORMAT_TYPES[format], etagSuffix: `.${format}`, extension }
}

function notAcceptable(cid: CID, format: Format | undefined): Representation {
  return {
    kind: 'refused',
    status: 406,
    text: `codec 0x${cid.code.toString(16)} is not converted to "${format}"`,
  }
}

function isFormat(name: string): name is Format {
  return Object.hasOwn(FORMAT_TYPES, name)
}
