import { loadBlock } from '../../blocks/load-block.ts'
import { type CID, RAW_CODEC } from '../../codec/cid/cid.ts'
import { decodeDagPb } from '../../codec/dag-pb/dag-pb.ts'
import { decodeUnixfs } from '../../codec/dag-pb/unixfs.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { filePart } from '../add/file-part.ts'
import type { Metadata } from '../add/metadata.ts'
import { type FileTree, writeParent, writeRawLeaf } from '../layout/file-nodes.ts'
import type { CidForm, EditStore } from './edit-store.ts'

/** One node of a file, opened to be written anew. */
export interface EditedNode {
  /** Of the CID that is written in its place. */
  readonly form: CidForm
  /** The node as a leaf, where it is a block of nothing but bytes. */
  readonly raw?: FileTree
  readonly type: 'file' | 'raw'
  /** Absent where the node has no such field, which is not the same as an empty one. */
  readonly data?: Uint8Array | undefined
  readonly children: readonly FileTree[]
  readonly metadata: Metadata
  /** Bytes of the file in and below the node. */
  readonly fileBytes: number
}

/** Deepest tree that is edited, as deep as the deepest that is read. */
export const MAX_EDIT_DEPTH = 64

/** Throws `unsupported` for what is no file, `corrupt` for sizes that do not agree, `not-found` for an absent block. */
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

/** Writes a node again with other bytes or children, in the form that it had. */
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
