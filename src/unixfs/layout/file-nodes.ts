import type { PutBlockOptions } from '../../blocks/block-writer.ts'
import type { PBLink } from '../../codec/dag-pb/dag-pb.ts'
import type { UnixfsNode } from '../../codec/dag-pb/unixfs.ts'
import type { Metadata } from '../add/metadata.ts'
import type { NodeWriter, RawOptions, WrittenNode } from './node-writer.ts'

/** A leaf of a file, or a subtree. */
export interface FileTree extends WrittenNode {
  /** Bytes of the file in this node and below. */
  readonly fileBytes: number
}

export interface LeafOptions extends PutBlockOptions {
  /** UnixFS type of a leaf: `file` in the balanced layout, `raw` in the trickle layout. */
  readonly type: 'file' | 'raw'
  /** For a leaf that is the whole file. */
  readonly metadata?: Metadata | undefined
}

/** Writes a leaf as a raw block. */
export async function writeRawLeaf(
  nodes: NodeWriter,
  chunk: Uint8Array,
  options?: RawOptions,
): Promise<FileTree> {
  const { cid, sizeBytes } = await nodes.raw(chunk, options)
  return { cid, sizeBytes, fileBytes: chunk.byteLength }
}

/** Writes a leaf as a UnixFS node; an empty leaf has no `Data`. */
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

/** Content of an inner node beside its links. */
export interface ParentContent extends Metadata {
  /** The first bytes of the file below the node. Set only for a former leaf that was appended to. */
  readonly data?: Uint8Array | undefined
}

/** Writes an inner node of a file. Its links have empty names. */
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
