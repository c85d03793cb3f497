import { type CID, formatCid } from '../../codec/cid/cid.ts'
import { type MultibaseCodec, multibaseFor } from '../../codec/cid/multibase.ts'
import { DomainError } from '../../errors.ts'

export interface CidPrinting {
  readonly base?: string | undefined
  readonly upgrade?: boolean | undefined
}

/**
 * Creates the CID format of a call: each CID in its own default base, or all as version 1 in `base`. In
 * base58btc a CIDv0 is kept, since that is its own base. Throws `unsupported` for an unknown name or letter of
 * a base. Spec gap: the document does not have these options. The text is the reference's.
 */
export function cidPrinter({ base: name, upgrade }: CidPrinting): PrintCid {
  const base = name ? multibaseFor(name) : undefined
  if (name && !base) throw new DomainError('unsupported', `Unsupported multibase encoding: ${name}`)
  const upgradeV0 = upgrade ?? (base !== undefined && base.name !== 'base58btc')
  return (cid, ownBase) => formatCid(cid, { base: base ?? ownBase, upgradeV0 })
}

/** Formats a CID by the options of the call. `ownBase` is the base of CIDv1s if the options name none. */
export type PrintCid = (cid: CID, ownBase?: MultibaseCodec<string>) => string
