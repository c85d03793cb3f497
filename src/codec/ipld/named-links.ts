import { type CID, DAG_PB_CODEC } from '../cid/cid.ts'
import { decodeDagPb } from '../dag-pb/dag-pb.ts'
import { linksOfBlock } from './block-links.ts'

/** A link with its name in the node. */
export interface NamedLink {
  /** Empty in nodes of other codecs than dag-pb. */
  readonly name: string
  readonly cid: CID
}

/** The links of a block in their order in the block. Throws the errors of {@link linksOfBlock}. */
export function namedLinksOfBlock(cid: CID, bytes: Uint8Array): readonly NamedLink[] {
  if (cid.code !== DAG_PB_CODEC) return linksOfBlock(cid, bytes).map((link) => ({ name: '', cid: link }))
  return decodeDagPb(bytes).Links.map(({ Name = '', Hash }) => ({ name: Name, cid: Hash }))
}
