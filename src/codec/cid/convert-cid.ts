import { DomainError } from '../../errors.ts'
import { CID, DAG_PB_CODEC, isSha2_256, parseCid } from './cid.ts'
import { codecByOldName } from './codec-names.ts'
import { type MultibaseCodec, multibaseFor, multibaseOf } from './multibase.ts'
import { printCid } from './print-cid.ts'

/** How to convert and print CIDs, as strings of the wire. */
export interface ConversionText {
  readonly format: string
  /** `0` or `1`. When absent or empty, the version is kept, except that a base requires version 1. */
  readonly version?: string | undefined
  /** A codec name of the 0.9 API or of the multicodec table. */
  readonly codec?: string | undefined
  /** A base by name or letter. When absent, the base of each CID is kept. */
  readonly base?: string | undefined
}

/** Converts the text of a CID. Throws `invalid-argument` when this CID does not permit the conversion. */
export type CidConversion = (text: string) => string

/**
 * Checks the options and creates the conversion. Throws `unsupported` for a combination that no CID permits.
 *
 * Spec: RPC document, `/cid/format`. Texts are the reference's.
 */
export function cidConversion({ format, version, codec, base }: ConversionText): CidConversion {
  if (!format.includes('%')) throw unsupported(`invalid format string: ${format}`)
  const code = codec ? codecNumber(codec) : undefined
  const wanted = wantedVersion(version, base)
  if (wanted === 0 && code !== undefined && code !== DAG_PB_CODEC) {
    throw unsupported('cannot convert to CIDv0 with any codec other than DagPB')
  }
  const wantedBase = base ? baseNamed(base) : undefined
  return (text) => {
    const cid = converted(parseCid(text), { code, version: wanted })
    return printCid(cid, { format, base: wantedBase ?? ownBase(cid, text) })
  }
}

interface Wanted {
  readonly code: number | undefined
  readonly version: 0 | 1 | undefined
}

function converted(cid: CID, { code, version }: Wanted): CID {
  const recoded = code === undefined || code === cid.code ? cid : CID.createV1(code, cid.multihash)
  if (version === undefined) return recoded
  return version === 1 ? recoded.toV1() : asV0(recoded)
}

function asV0({ code, multihash }: CID): CID {
  if (code !== DAG_PB_CODEC) throw invalid("can't convert non-protobuf nodes to cidv0")
  if (!isSha2_256(multihash)) throw invalid('invalid hash for cidv0')
  return CID.create(0, code, multihash)
}

/** The base of the original text. base58btc for version 0, and for text that was version 0. */
function ownBase({ version }: CID, text: string): MultibaseCodec<string> {
  const isV0Text = text.startsWith('Qm') && text.length === V0_CHARACTERS
  return version === 0 || isV0Text ? baseNamed('base58btc') : (multibaseOf(text) ?? baseNamed('base32'))
}

const V0_CHARACTERS = 46

function wantedVersion(version: string | undefined, base: string | undefined): 0 | 1 | undefined {
  if (!version) return base ? 1 : undefined
  if (version === '0') return 0
  if (version === '1') return 1
  throw unsupported(`invalid cid version: ${version}`)
}

function codecNumber(name: string): number {
  const code = codecByOldName(name)
  if (code === undefined) throw unsupported(`unknown IPLD codec: ${name}`)
  return code
}

function baseNamed(name: string): MultibaseCodec<string> {
  const base = multibaseFor(name)
  if (!base) throw unsupported(`Unsupported multibase encoding: ${name}`)
  return base
}

function invalid(message: string): DomainError {
  return new DomainError('invalid-argument', message)
}

function unsupported(message: string): DomainError {
  return new DomainError('unsupported', message)
}
