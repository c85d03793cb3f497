import { type CID, DAG_PB_CODEC, RAW_CODEC } from '../codec/cid.ts'
import { decodeDagPb } from '../codec/dag-pb.ts'
import { decodeUnixfs, type UnixfsNode } from '../codec/unixfs.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Metadata } from './file-builder.ts'
import { type FilePart, filePart, readPart } from './file-part.ts'
import { type BlockReader, loadBlock } from './load-block.ts'

/** Which bytes of a file to read. */
export interface ByteRange extends AbortOptions {
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
  /** The bytes of the range. Reads as it is read, a few blocks ahead. */
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * Opens a file, a raw block or a symlink. Only the root is read before this resolves.
 *
 * Throws `failed-precondition` for a directory, `unsupported` for a node of another kind, `not-found` for a
 * block that is not held, `corrupt` for a tree whose sizes do not agree. Spec: RPC document, `/cat`.
 */
export async function openFile(
  blocks: BlockReader,
  cid: CID,
  { offset = 0, length = Number.MAX_SAFE_INTEGER, signal }: ByteRange = {},
): Promise<OpenedFile> {
  const { part, kind, metadata } = await openRoot(blocks, cid, { signal })
  const range = { start: offset, end: Math.min(part.sizeBytes, offset + length) }
  return { kind, sizeBytes: part.sizeBytes, ...metadata, content: readPart({ blocks, signal }, part, range) }
}

interface Root {
  readonly part: FilePart
  readonly kind: OpenedFile['kind']
  readonly metadata: Metadata
}

async function openRoot(blocks: BlockReader, cid: CID, options: AbortOptions): Promise<Root> {
  if (cid.code !== DAG_PB_CODEC && cid.code !== RAW_CODEC) throw notFile()
  const bytes = await loadBlock(blocks, cid, options)
  if (cid.code === RAW_CODEC) return { part: filePart(cid, bytes), kind: 'file', metadata: {} }
  const unixfs = decodeUnixfs(decodeDagPb(bytes).Data)
  const metadata = { mode: unixfs.mode, mtime: unixfs.mtime }
  switch (unixfs.type) {
    case 'directory':
    case 'hamt-shard':
      throw new DomainError('failed-precondition', 'this dag node is a directory')
    case 'metadata':
      throw notFile()
    case 'symlink':
      return { part: leafPart(unixfs), kind: 'symlink', metadata }
    default:
      return { part: filePart(cid, bytes), kind: 'file', metadata }
  }
}

function leafPart({ data = new Uint8Array(0) }: UnixfsNode): FilePart {
  return { data, children: [], sizeBytes: data.byteLength }
}

function notFile(): DomainError {
  return new DomainError('unsupported', 'unrecognized node type')
}
