import { type CID, formatCid } from '../../codec/cid/cid.ts'
import { type MultibaseCodec, multibaseFor } from '../../codec/cid/multibase.ts'
import { DomainError } from '../../errors.ts'

export interface CidPrinting {
  readonly base?: string | undefined
  readonly upgrade?: boolean | undefined
}

/**
 * How a CID is printed by the options of a call: in its own default base, or all as version 1 in `base`. In
 * base58btc a CID of version 0 stays as it is, since that is its own base.
 * Throws `unsupported` for a base that is neither a name nor a letter of the multibase table.
 * Spec gap: the document does not know the options; the text is the reference's.
 */
export function cidPrinter({ base: name, upgrade }: CidPrinting): PrintCid {
  const base = name ? multibaseFor(name) : undefined
  if (name && !base) throw new DomainError('unsupported', `Unsupported multibase encoding: ${name}`)
  const upgradeV0 = upgrade ?? (base !== undefined && base.name !== 'base58btc')
  return (cid, ownBase) => formatCid(cid, { base: base ?? ownBase, upgradeV0 })
}

/** Prints a CID as the options of the call ask; `ownBase` is for CIDs of version 1 where they ask for none. */
export type PrintCid = (cid: CID, ownBase?: MultibaseCodec<string>) => string
