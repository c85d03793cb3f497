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

/** Codec numbers of the multicodec table that this node reads by itself. */
export const RAW_CODEC = 0x55
export const DAG_PB_CODEC = 0x70
export const DAG_CBOR_CODEC = 0x71

/** The code of the multihash function whose digest is the content itself. */
export const IDENTITY_CODE = 0x00

/** Longest text taken for a CID: base 58 costs the square of its length, and 128 inline bytes in base 2 fit. */
const MAX_CID_CHARACTERS = 2048

/** Longest CID that is taken from inside a block: as many bytes as the longest text has in base 16. */
export const MAX_CID_BYTES = MAX_CID_CHARACTERS / 2

/** The multihash of a CID in lower-case base32 with its multibase prefix: the key of a block in every store. */
export function blockKey(cid: CID): string {
  return base32.encode(cid.multihash.bytes)
}

/** The raw CIDv1 of a {@link blockKey}. Throws when the text is not one. */
export function cidOfBlockKey(key: string): CID {
  return CID.createV1(RAW_CODEC, Digest.decode(base32.decode(key)))
}

/** The bytes of the multihash in a {@link blockKey}. Throws when the text is not one. */
export function multihashOfKey(key: string): Uint8Array {
  return base32.decode(key)
}

/** The {@link blockKey} of a multihash. Throws when the bytes are not exactly one. */
export function keyOfMultihash(bytes: Uint8Array): string {
  return base32.encode(Digest.decode(bytes).bytes)
}

/** The CIDv1 of the dag-cbor block with that sha2-256. */
export function dagCborCid(digest: Uint8Array): CID {
  return CID.createV1(DAG_CBOR_CODEC, Digest.create(0x12, digest))
}

/**
 * Reads a CID in any multibase. Throws `invalid-argument` with the network's own texts, such as `cid too
 * short` and `selected encoding not supported`.
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

/** Options of {@link formatCid}. */
export interface CidFormat {
  /** Multibase for CIDv1; each CID's own default when absent. */
  readonly base?: MultibaseCodec<string> | undefined
  /** Print CIDv0 as CIDv1; when absent, true exactly when a base is given. */
  readonly upgradeV0?: boolean | undefined
}

/** A CID as text. Spec: RPC document, options `cid-base` and `upgrade-cidv0-in-output`. */
export function formatCid(cid: CID, { base, upgradeV0 = base !== undefined }: CidFormat = {}): string {
  if (cid.version === 0 && !upgradeV0) return cid.toString()
  const upgraded = cid.toV1()
  return base === undefined ? upgraded.toString() : base.encoder.encode(upgraded.bytes)
}

function cidOfV0Bytes(bytes: Uint8Array): CID {
  if (bytes.byteLength !== 34 || bytes[0] !== 0x12 || bytes[1] !== 0x20) throw invalid('cid too short')
  return CID.decode(bytes)
}

/** CIDv0 has no multibase, so its bytes are refused here. */
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
