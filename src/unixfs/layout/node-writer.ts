import type { BlockWriter, PutBlockOptions, ReleaseRoom } from '../../blocks/block-writer.ts'
import { CID, DAG_PB_CODEC, IDENTITY_CODE, RAW_CODEC } from '../../codec/cid/cid.ts'
import { hasherFor } from '../../codec/cid/hashers.ts'
import { assertSecureHash, hashBytes } from '../../codec/cid/multihash.ts'
import { encodeDagPb, type PBLink } from '../../codec/dag-pb/dag-pb.ts'
import { unixfsPieces } from '../../codec/dag-pb/encode-unixfs.ts'
import type { UnixfsNode } from '../../codec/dag-pb/unixfs.ts'
import type { DagShape } from '../dag/dag-shape.ts'

/** A written node. */
export interface WrittenNode {
  readonly cid: CID
  /** Cumulative size: the node's block and those below it, counted for each link. */
  readonly sizeBytes: number
}

export interface RawOptions extends PutBlockOptions {
  /** Where in its file the leaf begins. */
  readonly offset?: number | undefined
}

/** Encodes nodes into blocks and passes them to the block writer. Makes every CID of added content. */
export interface NodeWriter {
  readonly shape: DagShape
  /** Waits until this many bytes of the write budget are free, and reserves them for the blocks made from them. */
  takeRoom(sizeBytes: number): Promise<ReleaseRoom>
  raw(bytes: Uint8Array, options?: RawOptions): Promise<WrittenNode>
  dagPb(node: UnixfsNode, links?: readonly PBLink[], options?: PutBlockOptions): Promise<WrittenNode>
}

export function createNodeWriter(blocks: Pick<BlockWriter, 'put' | 'takeRoom'>, shape: DagShape): NodeWriter {
  const write = async (codec: number, bytes: Uint8Array, options?: PutBlockOptions): Promise<CID> => {
    try {
      const cid = await nameBlock(shape, codec, bytes)
      await blocks.put(cid, bytes, options)
      return cid
    } catch (error) {
      options?.room?.()
      throw error
    }
  }
  return {
    shape,
    takeRoom: blocks.takeRoom,
    raw: async (bytes, { room } = {}) => ({
      cid: await write(RAW_CODEC, bytes, { room }),
      sizeBytes: bytes.byteLength,
    }),
    async dagPb(node, links = [], options = {}) {
      const bytes = encodeDagPb({ Data: unixfsPieces(node), Links: links })
      const below = links.reduce((sum, link) => sum + (link.Tsize ?? 0), 0)
      return { cid: await write(DAG_PB_CODEC, bytes, options), sizeBytes: bytes.byteLength + below }
    },
  }
}

/** The CID of a block in this shape. */
export async function nameBlock(shape: DagShape, codec: number, bytes: Uint8Array): Promise<CID> {
  const isInline = bytes.byteLength <= shape.inlineLimit
  const hasher = isInline ? (hasherFor(IDENTITY_CODE) ?? shape.hasher) : shape.hasher
  const multihash = await hashBytes(hasher, bytes)
  assertSecureHash(multihash)
  const isV0 = shape.cidVersion === 0 && codec === DAG_PB_CODEC && !isInline
  return isV0 ? CID.create(0, codec, multihash) : CID.createV1(codec, multihash)
}
