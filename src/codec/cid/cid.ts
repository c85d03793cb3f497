import { base32 } from 'multiformats/bases/base32'
import { base58btc } from 'multiformats/bases/base58'
import { CID } from 'multiformats/cid'
import * as Digest from 'multiformats/hashes/digest'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { DomainError, isDomainError } from '../../errors.ts'
import { decodeCid, isV0 } from './cid-bytes.ts'
import { type MultibaseCodec, multibaseOf } from './multibase.ts'

export type { MultihashDigest }
export { CID }

/** Codec numbers of the multicodec table that this node can decode. */
export const RAW_CODEC = 0x55
export const DAG_PB_CODEC = 0x70
export const DAG_CBOR_CODEC = 0x71
/** The codec number of CIDs that name a public key. */
export const LIBP2P_KEY_CODEC = 0x72

/** The code of the identity multihash, whose digest is the content itself. */
export const IDENTITY_CODE = 0x00

/** The code of the sha2-256 multihash, and the length of its digest. */
export const SHA2_256_CODE = 0x12
const SHA2_256_BYTES = 32

/** True for a whole digest of sha2-256. */
export function isSha2_256({ code, digest }: Pick<MultihashDigest, 'code' | 'digest'>): boolean {
  return code === SHA2_256_CODE && digest.byteLength === SHA2_256_BYTES
}

/**
 * Maximum length of a CID text. Decoding base 58 takes time quadratic in the length. 128 inline bytes in base 2
 * still fit.
 */
const MAX_CID_CHARACTERS = 2048

/** Maximum size of a CID inside a block: as many bytes as the longest text has in base 16. */
export const MAX_CID_BYTES = MAX_CID_CHARACTERS / 2

/** The multihash of a CID in lower-case base32 with its multibase prefix: the key of a block in every store. */
export function blockKey(cid: CID): string {
  return base32.encode(cid.multihash.bytes)
}

/** The raw CIDv1 of a {@link blockKey}. Throws for any other text. */
export function cidOfBlockKey(key: string): CID {
  return CID.createV1(RAW_CODEC, Digest.decode(base32.decode(key)))
}

const BLOCK_KEY = /^b[a-z2-7]+$/

/** Like {@link cidOfBlockKey}, but `undefined` for any other text, as on a damaged disk. */
export function cidIfBlockKey(text: string): CID | undefined {
  try {
    // Decoding ignores the case of letters.
    return BLOCK_KEY.test(text) ? cidOfBlockKey(text) : undefined
  } catch {
    return undefined
  }
}

/** The multihash bytes of a {@link blockKey}. Throws for any other text. */
export function multihashOfKey(key: string): Uint8Array {
  return base32.decode(key)
}

/** The {@link blockKey} of a multihash. Throws unless the bytes are exactly one multihash. */
export function keyOfMultihash(bytes: Uint8Array): string {
  return base32.encode(Digest.decode(bytes).bytes)
}

/** The CIDv1 of a dag-cbor block with this sha2-256 digest. */
export function dagCborCid(digest: Uint8Array): CID {
  return CID.createV1(DAG_CBOR_CODEC, Digest.create(SHA2_256_CODE, digest))
}

/**
 * Parses a CID in any multibase. Throws `invalid-argument` with the texts of the reference implementation, such
 * as `cid too short` and `selected encoding not supported`.
 *
 * Spec: RPC document; `invalid CID` errors of the reference implementation.
 */
export function parseCid(text: string): CID {
  if (text.length < 2) throw invalid('cid too short')
  if (text.length > MAX_CID_CHARACTERS) throw invalid(`cid too long: over ${MAX_CID_CHARACTERS} characters`)
  if (text.length === 46 && text.startsWith('Qm')) return cidOfV0Bytes(decodeText(base58btc, `z${text}`))
  const base = multibaseOf(text)
  if (base === undefined) throw invalid('selected encoding not supported')
  return cidOfBytes(decodeText(base, text))
}

/** Size of a CIDv0. */
const V0_BYTES = 34

/** Options of {@link formatCid}. */
export interface CidFormat {
  /** Multibase for CIDv1. Default: the default base of each CID. */
  readonly base?: MultibaseCodec<string> | undefined
  /** Prints CIDv0 as CIDv1. Default: true if a base is given. */
  readonly upgradeV0?: boolean | undefined
}

/** Formats a CID as text. Spec: RPC document, options `cid-base` and `upgrade-cidv0-in-output`. */
export function formatCid(cid: CID, { base, upgradeV0 = base !== undefined }: CidFormat = {}): string {
  if (cid.version === 0 && !upgradeV0) return cid.toString()
  const upgraded = cid.toV1()
  return base === undefined ? upgraded.toString() : base.encoder.encode(upgraded.bytes)
}

function cidOfV0Bytes(bytes: Uint8Array): CID {
  if (bytes.byteLength !== V0_BYTES || bytes[0] !== SHA2_256_CODE || bytes[1] !== SHA2_256_BYTES)
    throw invalid('cid too short')
  return CID.decode(bytes)
}

/** Decodes a binary CID that had a multibase prefix, which a CIDv0 cannot have. */
function cidOfBytes(bytes: Uint8Array): CID {
  if (isV0(bytes)) throw invalid('expected 1 as the cid version number, got: 18')
  try {
    return decodeCid(bytes)
  } catch (cause) {
    throw isDomainError(cause) ? invalid(cause.message, cause) : cause
  }
}

function decodeText(base: MultibaseCodec<string>, text: string): Uint8Array {
  try {
    return base.decoder.decode(text)
  } catch (cause) {
    throw invalid(badDigit(base, text), cause)
  }
}

function badDigit({ name, prefix }: MultibaseCodec<string>, text: string): string {
  if (name !== 'base58btc') return `illegal ${name.replace(/upper|pad/g, '')} data`
  const digit = /[^1-9A-HJ-NP-Za-km-z]/.exec(text.slice(prefix.length))?.[0] ?? ''
  return `invalid base58 digit ('${digit}')`
}

function invalid(message: string, cause?: unknown): DomainError {
  return new DomainError('invalid-argument', message, { cause })
}
