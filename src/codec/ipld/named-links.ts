import { type CID, DAG_PB_CODEC } from '../cid/cid.ts'
import { decodeDagPb } from '../dag-pb/dag-pb.ts'
import { linksOfBlock } from './block-links.ts'

/** A link and the name that its node gives it. */
export interface NamedLink {
  /** Empty in nodes of other codecs than dag-pb. */
  readonly name: string
  readonly cid: CID
}

/** The links of a block in the order in which they stand. Throws as {@link linksOfBlock} does. */
export function namedLinksOfBlock(cid: CID, bytes: Uint8Array): readonly NamedLink[] {
  if (cid.code !== DAG_PB_CODEC) return linksOfBlock(cid, bytes).map((link) => ({ name: '', cid: link }))
  return decodeDagPb(bytes).Links.map(({ Name = '', Hash }) => ({ name: Name, cid: Hash }))
}
