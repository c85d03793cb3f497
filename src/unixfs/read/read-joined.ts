import type { BlockReader } from '../../blocks/load-block.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { openFile, openFileNode, type ReadRange, readFile } from './read.ts'

export interface JoinedFiles {
  /** Bytes of the range, not of the files. */
  readonly sizeBytes: number
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * Opens several files as one concatenated file; offset and length refer to the whole. All roots are read before
 * this resolves, so that an invalid one fails the call. Throws `invalid-argument` for a negative number, and what
 * {@link openFile} throws. Spec: RPC document, `/cat`.
 */
export async function openJoined(
  blocks: BlockReader,
  cids: readonly CID[],
  { offset = 0, length, signal }: ReadRange = {},
): Promise<JoinedFiles> {
  if (offset < 0) throw new DomainError('invalid-argument', 'cannot specify negative offset')
  if (length !== undefined && length < 0) {
    throw new DomainError('invalid-argument', 'cannot specify negative length')
  }
  const parts: JoinedPart[] = []
  let skip = offset
  let left = length ?? Number.MAX_SAFE_INTEGER
  let sizeBytes = 0
  for (const cid of cids) {
    const node = await openFileNode(blocks, cid, { signal })
    const file = node.part
    const taken = Math.min(left, Math.max(0, file.sizeBytes - skip))
    const range = { offset: skip, length: taken }
    if (cids.length === 1) return { sizeBytes: taken, content: readFile(blocks, node, { ...range, signal }) }
    if (taken > 0) parts.push({ cid, ...range })
    skip = Math.max(0, skip - file.sizeBytes)
    left -= taken
    sizeBytes += taken
  }
  return { sizeBytes, content: joined(blocks, parts, { signal }) }
}

/** A file and its range to read. The opened files are not kept: the roots of thousands of files would be in memory. */
interface JoinedPart {
  readonly cid: CID
  readonly offset: number
  readonly length: number
}

async function* joined(
  blocks: BlockReader,
  parts: readonly JoinedPart[],
  options: AbortOptions,
): AsyncGenerator<Uint8Array> {
  for (const { cid, ...range } of parts)
    yield* (await openFile(blocks, cid, { ...range, ...options })).content
}
