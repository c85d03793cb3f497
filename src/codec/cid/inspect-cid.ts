import { type CID, DAG_PB_CODEC, formatCid, isSha2_256, LIBP2P_KEY_CODEC } from './cid.ts'
import { codecNames } from './codec-names.ts'
import { hasherFor } from './hashers.ts'
import { multibaseFor, multibaseOf } from './multibase.ts'

/** The parts of a CID, and its other forms. A name is `unknown` for a number that is not in the tables of this node. */
export interface CidParts {
  readonly base: { readonly prefix: string; readonly name: string }
  readonly codec: { readonly code: number; readonly name: string }
  readonly hash: { readonly code: number; readonly name: string; readonly digest: Uint8Array }
  /** Absent for a CID that cannot be of version 0. */
  readonly v0?: string
  /** In base36 for a libp2p key, else in base32. */
  readonly v1: string
}

/** Spec gap: the RPC document does not have `/cid/inspect`; the parts are those of the reference implementation. */
export function inspectCid(cid: CID, text: string): CidParts {
  const { code, multihash } = cid
  const base = cid.version === 0 ? multibaseFor('base58btc') : multibaseOf(text)
  const isV0 = code === DAG_PB_CODEC && isSha2_256(multihash)
  return {
    base: { prefix: base?.prefix ?? '', name: base?.name ?? '' },
    codec: { code, name: codecNames.find((codec) => codec.code === code)?.name ?? 'unknown' },
    hash: {
      code: multihash.code,
      name: hasherFor(multihash.code)?.name ?? 'unknown',
      digest: multihash.digest,
    },
    ...(isV0 && { v0: cid.toV0().toString() }),
    v1: formatCid(cid, { base: multibaseFor(code === LIBP2P_KEY_CODEC ? 'base36' : 'base32') }),
  }
}
