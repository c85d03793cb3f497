import type { CID } from '../codec/cid.ts'
import { DomainError } from '../errors.ts'
import type { BlockReader } from './load-block.ts'
import { type ByteRange, type OpenedFile, openFile } from './read.ts'

export interface JoinedFiles {
  /** Of the range, not of the files. */
  readonly sizeBytes: number
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * Opens several files as if they were one; offset and length count over all of them. Every root is read
 * before this resolves, so that a bad one fails the whole. Throws `invalid-argument` for a negative number,
 * and what {@link openFile} throws. Spec: RPC document, `/cat`.
 */
export async function openJoined(
  blocks: BlockReader,
  cids: readonly CID[],
  { offset = 0, length, signal }: ByteRange = {},
): Promise<JoinedFiles> {
  if (offset < 0) throw new DomainError('invalid-argument', 'cannot specify negative offset')
  if (length !== undefined && length < 0) {
    throw new DomainError('invalid-argument', 'cannot specify negative length')
  }
  const opened: OpenedFile[] = []
  let skip = offset
  let left = length ?? Number.MAX_SAFE_INTEGER
  let sizeBytes = 0
  for (const cid of cids) {
    const file = await openFile(blocks, cid, { offset: skip, length: left, signal })
    const taken = Math.min(left, Math.max(0, file.sizeBytes - skip))
    skip = Math.max(0, skip - file.sizeBytes)
    left -= taken
    sizeBytes += taken
    if (taken > 0) opened.push(file)
  }
  return { sizeBytes, content: joined(opened) }
}

async function* joined(files: readonly OpenedFile[]): AsyncGenerator<Uint8Array> {
  for (const { content } of files) yield* content
}
