import type { BlockReader } from '../../blocks/load-block.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { readPart } from '../add/file-part.ts'
import type { Metadata } from '../add/metadata.ts'
import { type FileNode, openNode } from './open-node.ts'

/** The range of a file to read. */
export interface ReadRange extends AbortOptions {
  /** Position of the first byte. Past the end nothing is read. */
  readonly offset?: number | undefined
  /** Maximum number of bytes; all when absent. */
  readonly length?: number | undefined
}

export interface OpenedFile extends Metadata {
  /** The bytes of a symlink are its target. */
  readonly kind: 'file' | 'symlink'
  /** Size of the whole file, not of the range. */
  readonly sizeBytes: number
  /** The bytes of the range. Blocks are loaded while it is read, a few ahead. */
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * Opens a file, raw block or symlink. Only the root is read before this resolves.
 *
 * Throws `failed-precondition` for a directory, else like {@link openNode}. Reading throws `corrupt` for
 * inconsistent sizes in the tree. Spec: RPC document, `/cat`.
 */
export async function openFile(blocks: BlockReader, cid: CID, range: ReadRange = {}): Promise<OpenedFile> {
  const node = await openFileNode(blocks, cid, range)
  const { kind, part, mode, mtime } = node
  return { kind, sizeBytes: part.sizeBytes, mode, mtime, content: readFile(blocks, node, range) }
}

/** Reads the root of a file, raw block or symlink. Throws like {@link openFile}. */
export async function openFileNode(blocks: BlockReader, cid: CID, options: AbortOptions): Promise<FileNode> {
  const node = await openNode(blocks, cid, options)
  if (node.kind === 'directory') {
    throw new DomainError('failed-precondition', 'this dag node is a directory')
  }
  return node
}

/** Reads an opened file, or a range of it. */
export function readFile(
  blocks: BlockReader,
  { part }: FileNode,
  { offset = 0, length = Number.MAX_SAFE_INTEGER, signal }: ReadRange = {},
): AsyncGenerator<Uint8Array> {
  return readPart({ blocks, signal }, part, { start: offset, end: Math.min(part.sizeBytes, offset + length) })
}
