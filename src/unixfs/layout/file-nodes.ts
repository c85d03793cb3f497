import type { LeaveRoom, PutBlockOptions } from '../../blocks/block-writer.ts'
import type { PBLink } from '../../codec/dag-pb/dag-pb.ts'
import type { UnixfsNode } from '../../codec/dag-pb/unixfs.ts'
import type { Metadata } from '../add/metadata.ts'
import type { NodeWriter, WrittenNode } from './node-writer.ts'

/** A leaf of a file, or the tree below one of its nodes. */
export interface FileTree extends WrittenNode {
  /** Bytes of the file in and below the node. */
  readonly fileBytes: number
}

export interface LeafOptions extends PutBlockOptions {
  /** What the envelope of a leaf says it is: `file` in the balanced layout, `raw` in the trickle layout. */
  readonly type: 'file' | 'raw'
  /** For a leaf that is the whole file. */
  readonly metadata?: Metadata | undefined
}

/** A leaf that is nothing but bytes of the file. */
export async function writeRawLeaf(
  nodes: NodeWriter,
  chunk: Uint8Array,
  room?: LeaveRoom,
): Promise<FileTree> {
  const { cid, sizeBytes } = await nodes.raw(chunk, { room })
  return { cid, sizeBytes, fileBytes: chunk.byteLength }
}

/** A leaf with a UnixFS envelope; an empty one has no `Data`. */
export async function writeLeaf(
  nodes: NodeWriter,
  chunk: Uint8Array,
  { type, metadata, room }: LeafOptions,
): Promise<FileTree> {
  const fileBytes = chunk.byteLength
  const data = fileBytes > 0 ? chunk : undefined
  const node: UnixfsNode = { type, data, fileSizeBytes: fileBytes, ...metadata }
  const { cid, sizeBytes } = await nodes.dagPb(node, [], { room })
  return { cid, sizeBytes, fileBytes }
}

/** What a node above leaves holds besides its links. */
export interface ParentContent extends Metadata {
  /** The first bytes of the file below the node; absent but for a leaf that was appended to. */
  readonly data?: Uint8Array | undefined
}

/** A node above leaves. Its links have names, which are empty. */
export async function writeParent(
  nodes: NodeWriter,
  children: readonly FileTree[],
  content: ParentContent = {},
): Promise<FileTree> {
  const fileBytes = children.reduce((sum, child) => sum + child.fileBytes, content.data?.byteLength ?? 0)
  const blockSizes = children.map((child) => child.fileBytes)
  const links = children.map((child): PBLink => ({ Hash: child.cid, Name: '', Tsize: child.sizeBytes }))
  const node = await nodes.dagPb({ type: 'file', fileSizeBytes: fileBytes, blockSizes, ...content }, links)
  return { cid: node.cid, sizeBytes: node.sizeBytes, fileBytes }
}
