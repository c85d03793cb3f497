import { type BlockReader, loadBlock } from '../../blocks/load-block.ts'
import { type CID, DAG_PB_CODEC, RAW_CODEC } from '../../codec/cid/cid.ts'
import { decodeDagPb, type PBNode } from '../../codec/dag-pb/dag-pb.ts'
import { decodeUnixfs, type UnixfsNode } from '../../codec/dag-pb/unixfs.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { type FilePart, filePart } from '../add/file-part.ts'
import type { Metadata } from '../add/metadata.ts'

interface Opened extends Metadata {
  readonly cid: CID
}

/** A file, or a symlink with its target as bytes. */
export interface FileNode extends Opened {
  readonly kind: 'file' | 'symlink'
  readonly part: FilePart
}

export interface DirectoryNode extends Opened {
  readonly kind: 'directory'
  readonly node: PBNode
  readonly unixfs: UnixfsNode
}

export type ContentNode = FileNode | DirectoryNode

/**
 * Reads the root block of a file, directory or symlink. A raw block is a file.
 *
 * Throws `not-found` for a missing block of any codec, `unsupported` for a held block of another node, `corrupt`
 * for a block that does not match its codec.
 */
export async function openNode(
  blocks: BlockReader,
  cid: CID,
  options: AbortOptions = {},
): Promise<ContentNode> {
  const bytes = await loadBlock(blocks, cid, options)
  if (cid.code === RAW_CODEC) return { kind: 'file', cid, part: filePart(cid, bytes) }
  if (cid.code !== DAG_PB_CODEC) throw unknownKind()
  const node = decodeDagPb(bytes)
  const unixfs = decodeUnixfs(node.Data)
  const opened = { cid, mode: unixfs.mode, mtime: unixfs.mtime }
  switch (unixfs.type) {
    case 'directory':
    case 'hamt-shard':
      return { kind: 'directory', ...opened, node, unixfs }
    case 'symlink':
      return { kind: 'symlink', ...opened, part: inlinePart(unixfs) }
    case 'metadata':
      throw unknownKind()
    default:
      return { kind: 'file', ...opened, part: filePart(cid, bytes) }
  }
}

function inlinePart({ data = new Uint8Array(0) }: UnixfsNode): FilePart {
  return { data, children: [], sizeBytes: data.byteLength, blockBytes: data.byteLength }
}

function unknownKind(): DomainError {
  return new DomainError('unsupported', 'unrecognized node type')
}
