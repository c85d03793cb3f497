import type { AbortOptions } from '../../ports/abort.ts'
import type { FileEntry, SymlinkEntry } from '../../ports/file-source.ts'
import type { Chunker } from '../chunk/chunker.ts'
import { createFileBuilder } from '../layout/file-builder.ts'
import type { NodeWriter, WrittenNode } from '../layout/node-writer.ts'

/** Bytes between two progress events. */
const PROGRESS_STEP_BYTES = 262_144

const encoder = new TextEncoder()

export interface ProgressEvent {
  readonly type: 'progress'
  /** Path of the file as sent; empty for a file without a name. */
  readonly name: string
  /** Bytes read so far. */
  readonly bytes: number
}

export interface AddFileOptions extends AbortOptions {
  readonly chunker: Chunker
  readonly progress?: boolean | undefined
}

/**
 * Reads and writes one file. With `progress`, yields an event at each multiple of 262144 bytes and one at the end
 * of the file, even when that equals the previous event. Spec: RPC document, `/add`, option `progress`.
 */
export async function* addFile(
  nodes: NodeWriter,
  { path: name, content, mode, mtime }: FileEntry,
  { chunker, progress = false, signal }: AddFileOptions,
): AsyncGenerator<ProgressEvent, WrittenNode> {
  const builder = createFileBuilder(nodes, { mode, mtime })
  let readBytes = 0
  let next = PROGRESS_STEP_BYTES
  for await (const chunk of chunker(content)) {
    signal?.throwIfAborted()
    await builder.add(chunk)
    readBytes += chunk.byteLength
    for (; progress && next <= readBytes; next += PROGRESS_STEP_BYTES)
      yield { type: 'progress', name, bytes: next }
  }
  if (progress) yield { type: 'progress', name, bytes: readBytes }
  return builder.finish()
}

/** Writes a symlink. Its target is stored unchanged and never followed. A symlink has a time, but no mode. */
export function addSymlink(nodes: NodeWriter, { target, mtime }: SymlinkEntry): Promise<WrittenNode> {
  const data = typeof target === 'string' ? encoder.encode(target) : target
  return nodes.dagPb({ type: 'symlink', data, mtime })
}
