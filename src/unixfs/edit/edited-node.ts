import { loadBlock } from '../../blocks/load-block.ts'
import { type CID, RAW_CODEC } from '../../codec/cid/cid.ts'
import { decodeDagPb } from '../../codec/dag-pb/dag-pb.ts'
import { decodeUnixfs } from '../../codec/dag-pb/unixfs.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { filePart } from '../add/file-part.ts'
import type { Metadata } from '../add/metadata.ts'
import { type FileTree, writeParent, writeRawLeaf } from '../layout/file-nodes.ts'
import type { CidForm, EditStore } from './edit-store.ts'

/** One node of a file, opened to be rewritten. */
export interface EditedNode {
  /** Form of the CID of the rewritten node. */
  readonly form: CidForm
  /** The node as a leaf, if it is a raw block. */
  readonly raw?: FileTree
  readonly type: 'file' | 'raw'
  /** Absent when the node has no data field, which differs from an empty one. */
  readonly data?: Uint8Array | undefined
  readonly children: readonly FileTree[]
  readonly metadata: Metadata
  /** Bytes of the file in this node and below. */
  readonly fileBytes: number
}

/** Deepest tree that can be edited: the same limit as for reading. */
export const MAX_EDIT_DEPTH = 64

/**
 * Reads a node to edit it. Throws `unsupported` for a node that is no file, `corrupt` for inconsistent sizes,
 * `not-found` for a missing block.
 */
export async function openEditedNode(
  { blocks }: Pick<EditStore, 'blocks'>,
  cid: CID,
  options: AbortOptions,
): Promise<EditedNode> {
  const bytes = await loadBlock(blocks, cid, options)
  const { sizeBytes: fileBytes } = filePart(cid, bytes)
  if (cid.code === RAW_CODEC) {
    const raw: FileTree = { cid, sizeBytes: fileBytes, fileBytes }
    return { form: cid, raw, type: 'raw', data: bytes, children: [], metadata: {}, fileBytes }
  }
  const { Data, Links } = decodeDagPb(bytes)
  const { type, data, blockSizes = [], mode, mtime } = decodeUnixfs(Data)
  const children = Links.map(({ Hash, Tsize = 0 }, at) => ({
    cid: Hash,
    sizeBytes: Tsize,
    fileBytes: blockSizes[at] ?? 0,
  }))
  const metadata = { mode, mtime }
  return { form: cid, type: type === 'raw' ? type : 'file', data, children, metadata, fileBytes }
}

export interface EditedChildOptions extends AbortOptions {
  /** Of the child: the root of the file has 0. */
  readonly depth: number
}

/**
 * Reads a child to edit it. Throws `corrupt` below {@link MAX_EDIT_DEPTH} levels, and for a child of another size than
 * its parent says: a tree without bytes has no end in which an edit could stop. Else like {@link openEditedNode}.
 */
export async function openEditedChild(
  store: Pick<EditStore, 'blocks'>,
  { cid, fileBytes }: FileTree,
  { depth, ...options }: EditedChildOptions,
): Promise<EditedNode> {
  if (depth > MAX_EDIT_DEPTH) {
    throw new DomainError('corrupt', `Cannot edit ${cid}: file tree is deeper than ${MAX_EDIT_DEPTH} levels`)
  }
  const child = await openEditedNode(store, cid, options)
  if (child.fileBytes !== fileBytes) {
    throw new DomainError('corrupt', `Cannot edit ${cid}: ${child.fileBytes} bytes, not ${fileBytes}`)
  }
  return child
}

/** Writes a node with other data or children, in its form. */
export async function writeEditedNode(
  store: EditStore,
  { form, raw, type, metadata }: EditedNode,
  { data, children }: Pick<EditedNode, 'data' | 'children'>,
): Promise<FileTree> {
  const nodes = store.writerLike(form)
  if (raw) return writeRawLeaf(nodes, data ?? new Uint8Array(0))
  if (children.length > 0) return writeParent(nodes, children, { ...metadata, data })
  const fileBytes = data?.byteLength ?? 0
  const node = await nodes.dagPb({ type, data, fileSizeBytes: fileBytes, ...metadata })
  return { ...node, fileBytes }
}
