import type { BlockWriter } from '../blocks/block-writer.ts'
import { CID, DAG_PB_CODEC, IDENTITY_CODE, RAW_CODEC } from '../codec/cid.ts'
import { encodeDagPb, type PBLink } from '../codec/dag-pb.ts'
import { hasherFor } from '../codec/hashers.ts'
import { assertSecureHash, hashBytes } from '../codec/multihash.ts'
import { encodeUnixfs, type UnixfsNode } from '../codec/unixfs.ts'
import type { DagShape } from './dag-shape.ts'

/** A node that was written. */
export interface WrittenNode {
  readonly cid: CID
  /** Cumulative: the node's block and those below it, as often as they are linked. */
  readonly sizeBytes: number
}

/** Makes nodes into blocks and hands them on. Every CID of added content is made here. */
export interface NodeWriter {
  readonly shape: DagShape
  raw(bytes: Uint8Array): Promise<WrittenNode>
  dagPb(node: UnixfsNode, links?: readonly PBLink[]): Promise<WrittenNode>
}

export function createNodeWriter(blocks: Pick<BlockWriter, 'put'>, shape: DagShape): NodeWriter {
  const write = async (codec: number, bytes: Uint8Array): Promise<CID> => {
    const cid = await nameBlock(shape, codec, bytes)
    await blocks.put(cid, bytes)
    return cid
  }
  return {
    shape,
    raw: async (bytes) => ({ cid: await write(RAW_CODEC, bytes), sizeBytes: bytes.byteLength }),
    async dagPb(node, links = []) {
      const bytes = encodeDagPb({ Data: encodeUnixfs(node), Links: links })
      const below = links.reduce((sum, link) => sum + (link.Tsize ?? 0), 0)
      return { cid: await write(DAG_PB_CODEC, bytes), sizeBytes: bytes.byteLength + below }
    },
  }
}

async function nameBlock(shape: DagShape, codec: number, bytes: Uint8Array): Promise<CID> {
  const isInline = bytes.byteLength <= shape.inlineLimit
  const hasher = isInline ? (hasherFor(IDENTITY_CODE) ?? shape.hasher) : shape.hasher
  const multihash = await hashBytes(hasher, bytes)
  assertSecureHash(multihash)
  const isV0 = shape.cidVersion === 0 && codec === DAG_PB_CODEC && !isInline
  return isV0 ? CID.create(0, codec, multihash) : CID.createV1(codec, multihash)
}
