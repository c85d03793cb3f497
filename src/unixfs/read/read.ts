import type { BlockReader } from '../../blocks/load-block.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { readPart } from '../add/file-part.ts'
import type { Metadata } from '../add/metadata.ts'
import { type FileNode, openNode } from './open-node.ts'

/** Which bytes of a file to read. */
export interface ReadRange extends AbortOptions {
  /** First byte; past the end nothing is read. */
  readonly offset?: number | undefined
  /** At most this many bytes; all when absent. */
  readonly length?: number | undefined
}

export interface OpenedFile extends Metadata {
  /** The bytes of a symlink are its target. */
  readonly kind: 'file' | 'symlink'
  /** Of the whole file, whatever range is read. */
  readonly sizeBytes: number
  /** The bytes of the range. Blocks are read as it is read, a few ahead. */
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * Opens a file, a raw block or a symlink. Only the root is read before this resolves.
 *
 * Throws `failed-precondition` for a directory, else as {@link openNode} does; reading throws `corrupt` when
 * the sizes of the tree do not agree. Spec: RPC document, `/cat`.
 */
export async function openFile(blocks: BlockReader, cid: CID, range: ReadRange = {}): Promise<OpenedFile> {
  const node = await openNode(blocks, cid, range)
  if (node.kind === 'directory') {
    throw new DomainError('failed-precondition', 'this dag node is a directory')
  }
  const { kind, part, mode, mtime } = node
  return { kind, sizeBytes: part.sizeBytes, mode, mtime, content: readFile(blocks, node, range) }
}

/** The bytes of an opened file, or of a range of it. */
export function readFile(
  blocks: BlockReader,
  { part }: FileNode,
  { offset = 0, length = Number.MAX_SAFE_INTEGER, signal }: ReadRange = {},
): AsyncGenerator<Uint8Array> {
  return readPart({ blocks, signal }, part, { start: offset, end: Math.min(part.sizeBytes, offset + length) })
}
