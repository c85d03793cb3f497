import { CID, DAG_PB_CODEC, RAW_CODEC } from '../cid/cid.ts'
import { codecNamed } from '../cid/codec-names.ts'
import { decodeDagPb } from '../dag-pb/dag-pb.ts'
import { dagCodec } from './dag-codecs.ts'
import { type DagValue, isList } from './dag-value.ts'
import { decodeBlock } from './decode-block.ts'

/** Codecs without links: a DAG walk need not read their blocks. */
const LEAVES: ReadonlySet<number | undefined> = new Set([
  RAW_CODEC,
  codecNamed('libp2p-key'),
  codecNamed('cbor'),
  codecNamed('json'),
])

/** True for a CID whose block cannot have links. */
export function isLeaf({ code }: CID): boolean {
  return LEAVES.has(code)
}

/** True for a codec whose links {@link linksOfBlock} can read, or which has none. */
export function hasKnownLinks(code: number): boolean {
  return LEAVES.has(code) || dagCodec(code) !== undefined
}

/**
 * The links of a block in their order in the block, including repeated ones.
 *
 * Throws `corrupt` for malformed bytes, `unsupported` for a codec that this node cannot decode.
 */
export function linksOfBlock(cid: CID, bytes: Uint8Array): readonly CID[] {
  if (isLeaf(cid)) return []
  if (cid.code === DAG_PB_CODEC) return decodeDagPb(bytes).Links.map(({ Hash }) => Hash)
  return collectLinks(decodeBlock(cid, bytes), [])
}

/** Recursive, because the decoders limit the nesting. */
function collectLinks(value: DagValue, links: CID[]): CID[] {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return links
  const link = CID.asCID(value)
  if (link) links.push(link)
  else if (isList(value)) for (const item of value) collectLinks(item, links)
  else if (value instanceof Map) for (const item of value.values()) collectLinks(item, links)
  return links
}
