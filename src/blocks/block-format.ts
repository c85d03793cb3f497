import { DAG_PB_CODEC } from '../codec/cid/cid.ts'
import { codecByOldName, parseCodec } from '../codec/cid/codec-names.ts'
import type { Hasher } from '../codec/cid/hashers.ts'
import { hasherForNew } from '../codec/cid/multihash.ts'
import { DomainError } from '../errors.ts'

/** The properties of a new block's CID. */
export interface BlockFormat {
  readonly version: 0 | 1
  readonly codec: number
  readonly hasher: Hasher
  /** The digest is truncated to this many bytes. -1 keeps it whole. */
  readonly digestBytes: number
}

export interface BlockFormatOptions {
  /** A codec name of the 0.9 API or of the multicodec table, or `v0`. */
  readonly format?: string | undefined
  /** A codec name of the multicodec table. */
  readonly codec?: string | undefined
  /** Empty for sha2-256. */
  readonly mhtype: string
  readonly mhlen: number
}

/**
 * Reads the options of `/block/put`. Without a codec the CID has version 0 where its rules allow it, and
 * otherwise version 1 with dag-pb. With a codec it has version 1.
 *
 * Throws `invalid-argument` with the texts of the reference implementation. Spec: RPC document, `/block/put`.
 * Spec gap: today's clients name codecs by `cid-codec`, older ones by `format`. Go clients send their default
 * `cid-codec=raw` together with `format`, which then takes precedence. Any other codec beside `format` is
 * rejected.
 */
export function blockFormat({ format, codec, mhtype, mhlen }: BlockFormatOptions): BlockFormat {
  const hasher = hasherForNew(mhtype || 'sha2-256')
  if (!hasher) throw invalid(`unrecognized multihash function: ${mhtype}`)
  const digest = { hasher, digestBytes: mhlen }
  if (codec !== undefined && !(format && (codec === 'raw' || codec === ''))) {
    if (format) throw invalid('unable to use "format" (deprecated) and a custom "cid-codec" at the same time')
    return { version: 1, codec: parseCodec(codec || 'raw'), ...digest }
  }
  const isPlain = hasher.name === 'sha2-256' && (mhlen === -1 || mhlen === 32)
  if (format === 'v0' && !isPlain) throw invalid('only sha2-255-32 is allowed with CIDv0')
  if (format === 'v0' || (!format && isPlain)) return { version: 0, codec: DAG_PB_CODEC, ...digest }
  if (!format) return { version: 1, codec: DAG_PB_CODEC, ...digest }
  return { version: 1, codec: named(codecByOldName(format), `unrecognized format: ${format}`), ...digest }
}

function named(code: number | undefined, otherwise: string): number {
  if (code === undefined) throw invalid(otherwise)
  return code
}

function invalid(message: string): DomainError {
  return new DomainError('invalid-argument', message)
}
