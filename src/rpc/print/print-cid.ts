import { type CID, formatCid } from '../../codec/cid/cid.ts'
import { type MultibaseCodec, multibaseFor } from '../../codec/cid/multibase.ts'
import { DomainError } from '../../errors.ts'

export interface CidPrinting {
  readonly base?: string | undefined
  readonly upgrade?: boolean | undefined
}

/**
 * Creates the CID format of a call: each CID in its own default base, or all as version 1 in `base`. In
 * base58btc a CIDv0 is kept, since that is its own base. If the path of a call begins with a CIDv1, its base is that of
 * the call, in which every CID is one of version 1. Throws `unsupported` for an unknown name or letter of
 * a base. Spec gap: the document does not have these options. The text is the reference's.
 */
export function cidPrinter({ base: name, upgrade }: CidPrinting): PrintCid {
  const base = name ? multibaseFor(name) : undefined
  if (name && !base) throw new DomainError('unsupported', `Unsupported multibase encoding: ${name}`)
  const upgradeV0 = upgrade ?? (base !== undefined && base.name !== 'base58btc')
  return (cid, pathBase) =>
    formatCid(cid, {
      base: base ?? pathBase,
      upgradeV0: base === undefined && pathBase !== undefined ? true : upgradeV0,
    })
}

/** Formats a CID by the options of the call. `pathBase` is the base of the CIDv1 in its path, if that has one. */
export type PrintCid = (cid: CID, pathBase?: MultibaseCodec<string>) => string
