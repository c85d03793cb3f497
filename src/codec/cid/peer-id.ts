import { base58btc } from 'multiformats/bases/base58'
import * as Digest from 'multiformats/hashes/digest'
import { DomainError, isDomainError } from '../../errors.ts'
import {
  CID,
  formatCid,
  IDENTITY_CODE,
  LIBP2P_KEY_CODEC,
  type MultihashDigest,
  parseCid,
  SHA2_256_CODE,
} from './cid.ts'
import { codecNames } from './codec-names.ts'
import type { MultibaseCodec } from './multibase.ts'
import { sha256 } from './sha256.ts'

/** A peer id: the multihash of the peer's public key message. A message of up to 42 bytes is contained unhashed. */
export type PeerId = MultihashDigest

/** Maximum size of a `PublicKey` message that a peer id contains: those of Ed25519 and secp256k1 are shorter. */
const MAX_HELD_BYTES = 42

/** The peer id of a `PublicKey` message. Spec: libp2p, Peer Ids and Keys, "Peer IDs". */
export function peerIdOfPublicKey(publicKey: Uint8Array): PeerId {
  if (publicKey.byteLength <= MAX_HELD_BYTES) return Digest.create(IDENTITY_CODE, publicKey)
  return Digest.create(SHA2_256_CODE, sha256(publicKey))
}

/** The `PublicKey` message that a peer id contains. `undefined` for a hashed one. */
export function publicKeyInPeerId(peerId: PeerId): Uint8Array | undefined {
  return peerId.code === IDENTITY_CODE ? peerId.digest : undefined
}

/** Formats a peer id: as the bare multihash in base 58, or with `base` as a `libp2p-key` CID in that base. */
export function formatPeerId(peerId: PeerId, base?: MultibaseCodec<string>): string {
  if (base) return formatCid(CID.createV1(LIBP2P_KEY_CODEC, peerId), { base })
  return base58btc.baseEncode(peerId.bytes)
}

/** Parses either form. Throws `invalid-argument` for any other text, with the texts of the reference implementation. */
export function parsePeerId(text: string): PeerId {
  if (/^(1|Qm)/.test(text) && text.length <= MAX_BASE58_CHARACTERS) return base58Digest(text)
  const cid = parsedCid(text)
  if (cid.code !== LIBP2P_KEY_CODEC) {
    throw invalid(`can't convert CID of type "${codecName(cid.code)}" to a peer ID`)
  }
  return cid.multihash
}

/** Reads the bytes of a peer id, a multihash. Throws `invalid-argument`. */
export function decodePeerId(bytes: Uint8Array): PeerId {
  try {
    return Digest.decode(bytes)
  } catch (cause) {
    throw invalid('invalid peer id', cause)
  }
}

/** Maximum length of a base 58 peer id. A multihash of 42 bytes fits. */
const MAX_BASE58_CHARACTERS = 64

function parsedCid(text: string): CID {
  try {
    return parseCid(text)
  } catch (cause) {
    throw isDomainError(cause) ? invalid(`${UNPARSED}: invalid cid: ${cause.message}`, cause) : cause
  }
}

function base58Digest(text: string): PeerId {
  try {
    return Digest.decode(base58btc.baseDecode(text))
  } catch (cause) {
    throw invalid(`${UNPARSED}: input isn't valid multihash`, cause)
  }
}

const UNPARSED = 'failed to parse peer ID'

/** The name of a codec in the multicodec table, where that of the 0.9 API differs. */
function codecName(code: number): string {
  return codecNames.find((codec) => codec.code === code)?.name ?? `Code(${code})`
}

function invalid(message: string, cause?: unknown): DomainError {
  return new DomainError('invalid-argument', message, { cause })
}
