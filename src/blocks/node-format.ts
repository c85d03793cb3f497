import { codecByOldName, parseCodec } from '../codec/cid/codec-names.ts'
import { hasherForNew } from '../codec/cid/multihash.ts'
import { type DagCodec, dagCodec } from '../codec/ipld/dag-codecs.ts'
import { decodeOldNode } from '../codec/ipld/old-node.ts'
import { DomainError } from '../errors.ts'
import type { BlockFormat } from './block-format.ts'
import { blockLimitBytes, type CollectBlockOptions } from './collect-block.ts'

/** The options of `/dag/put`, as sent. */
export interface NodeFormatOptions {
  readonly format: string
  readonly inputEnc: string
  readonly storeCodec?: string | undefined
  readonly inputCodec?: string | undefined
  readonly hash?: string | undefined
}

/** Limit for the input of one node: JSON is larger than the block that it is converted into. */
export function inputLimitBytes(options: CollectBlockOptions): number {
  return options.allowBig ? blockLimitBytes(options) : 2 * blockLimitBytes(options)
}

/** How a node is decoded and stored. */
export interface NodeFormat {
  readonly format: BlockFormat
  /** Converts the input into the bytes of the block. Throws `too-large` above `maxBytes`. */
  encode(content: Uint8Array, maxBytes: number): Uint8Array
}

/**
 * Reads the options of `/dag/put`. If one of today's option names is present, today's rules apply. Otherwise
 * those of the 0.9 API apply, whose dag-pb nodes have CIDs of version 0. Spec gap: JSON integers stay integers
 * by both, and have at most 64 bits with their sign, as at the reference.
 *
 * Throws `invalid-argument` with the texts of the reference implementation.
 */
export function nodeFormat({
  storeCodec,
  inputCodec,
  hash,
  format,
  inputEnc,
}: NodeFormatOptions): NodeFormat {
  const isNew = storeCodec !== undefined || inputCodec !== undefined
  const [store, decode] = isNew
    ? [codecOf(storeCodec || 'dag-cbor', 'encoder'), codecOf(inputCodec || 'dag-json', 'decoder').decode]
    : oldRules(format, inputEnc)
  const hasher = hasherForNew(hash || 'sha2-256')
  if (!hasher) throw invalid(`${hash} in not a valid multihash name`)
  const version = !isNew && store.name === 'dag-pb' && hasher.name === 'sha2-256' ? 0 : 1
  return {
    format: { version, codec: store.code, hasher, digestBytes: -1 },
    encode: (content, maxBytes) => store.encode(decode(content, { maxBytes, signed64: true })),
  }
}

/** Finds a codec by its name or its number in the multicodec table. */
function codecOf(name: string, role: 'encoder' | 'decoder'): DagCodec {
  const code = parseCodec(name)
  const codec = dagCodec(code)
  if (!codec) throw invalid(`no ${role} registered for multicodec code ${code} (0x${code.toString(16)})`)
  return codec
}

/** Input encodings of the 0.9 API, and the formats that each can be stored as. */
const OLD_INPUTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['json', ['dag-cbor', 'dag-pb']],
  ['raw', ['dag-cbor', 'dag-pb', 'raw']],
  ['cbor', ['dag-cbor']],
  ['protobuf', ['dag-pb']],
])

function oldRules(format: string, inputEnc: string): readonly [DagCodec, DagCodec['decode']] {
  const formats = OLD_INPUTS.get(inputEnc)
  if (!formats) throw invalid(`no input parser for ${JSON.stringify(inputEnc)}`)
  const store = dagCodec(codecByOldName(format) ?? -1)
  if (!store || !formats.includes(store.name)) {
    const [quotedFormat, quotedInput] = [JSON.stringify(format), JSON.stringify(inputEnc)]
    throw invalid(`no parser for format ${quotedFormat} using input type ${quotedInput}`)
  }
  if (inputEnc !== 'json') return [store, store.decode]
  return [store, store.name === 'dag-pb' ? decodeOldNode : codecOf('dag-json', 'decoder').decode]
}

function invalid(message: string): DomainError {
  return new DomainError('invalid-argument', message)
}
