import type { BlockReader } from '../../blocks/load-block.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { coalesceChunks } from '../../streams/coalesce-chunks.ts'
import { cumulativeSize } from '../layout/cumulative-size.ts'
import { openNode } from '../read/open-node.ts'
import { readFile } from '../read/read.ts'
import { gzipStream } from './gzip.ts'
import { tarArchive } from './tar.ts'

export interface ArchiveOptions extends AbortOptions {
  /** Makes a tar even for a file that is compressed. */
  readonly archive?: boolean | undefined
  readonly compress?: boolean | undefined
  /** Compression level, 1 to 9. */
  readonly level?: number | undefined
  /** Time of entries without one, in milliseconds since the epoch. */
  readonly mtimeMs: number
}

export interface Archive {
  readonly content: AsyncIterable<Uint8Array>
  readonly type: 'application/x-tar' | 'application/gzip'
  /** Size of the file, or of the whole DAG of a directory; not of the archive. */
  readonly sizeBytes: number
}

/**
 * Packs a file or directory as a tar, a gzipped tar, or a gzipped file.
 *
 * Throws `invalid-argument` for a level outside 1 to 9 and for a directory with compression but no tar, and what
 * reading throws. Spec: RPC document, `/get`.
 */
export async function openArchive(
  blocks: BlockReader,
  { cid, name }: { readonly cid: CID; readonly name: string },
  { archive = false, compress = false, level, mtimeMs, signal }: ArchiveOptions,
): Promise<Archive> {
  if (compress && level !== undefined && (level < 1 || level > 9)) {
    throw new DomainError('invalid-argument', 'compression level must be between 1 and 9')
  }
  const node = await openNode(blocks, cid, { signal })
  const isDirectory = node.kind === 'directory'
  const sizeBytes = isDirectory ? await cumulativeSize(blocks, cid, { signal }) : node.part.sizeBytes
  if (compress && !archive) {
    if (isDirectory) throw new DomainError('invalid-argument', 'file is not regular')
    return {
      content: gzipStream(readFile(blocks, node, { signal }), level),
      type: 'application/gzip',
      sizeBytes,
    }
  }
  const tar = coalesceChunks(tarArchive(blocks, cid, name, { mtimeMs, signal }))
  if (!compress) return { content: tar, type: 'application/x-tar', sizeBytes }
  return { content: gzipStream(tar, level), type: 'application/gzip', sizeBytes }
}
