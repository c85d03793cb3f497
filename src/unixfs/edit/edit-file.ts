import type { AbortOptions } from '../../ports/abort.ts'
import type { Mtime } from '../../ports/file-source.ts'
import type { Metadata } from '../add/metadata.ts'
import type { FileTree } from '../layout/file-nodes.ts'
import { append } from './append.ts'
import { createContentCursor } from './content-cursor.ts'
import type { CidForm, EditStore } from './edit-store.ts'
import { type EditedNode, openEditedNode, writeEditedNode } from './edited-node.ts'
import { overwrite } from './overwrite.ts'
import { truncate } from './truncate.ts'

export interface FileEdit extends AbortOptions {
  /** Cuts the file to so many bytes first, or grows it with zeros. */
  readonly sizeBytes?: number | undefined
  /** First byte to write; behind the end of the file the gap is filled with zeros. 0 when absent. */
  readonly offset?: number | undefined
  readonly content?: AsyncIterable<Uint8Array> | undefined
  /** Most bytes of the content to write; all when absent. */
  readonly maxBytes?: number | undefined
  /** Replaces the time of the last change where the file has one. */
  readonly now?: Mtime | undefined
  /** What the file is given besides, in place of what it has. */
  readonly metadata?: Metadata | undefined
}

/** A file without bytes that is not written yet. */
export function emptyFile(form: CidForm): EditedNode {
  return { form, type: 'file', children: [], metadata: {}, fileBytes: 0 }
}

/**
 * Cuts a file, then writes to it at an offset. The content is read once and never held as a whole. What is not
 * written to keeps its blocks; written leaves keep their borders, and new ones follow the last in the trickle
 * layout. So the CID depends on the history of the file. Mode stays.
 *
 * Throws `unsupported` for what is no file, `not-found` for an absent block, `corrupt` for sizes that do not agree,
 * `too-large` for a gap over 4 GiB. Spec: RPC document, `/files/write`.
 */
export async function editFile(
  store: EditStore,
  file: EditedNode,
  { sizeBytes, offset = 0, content = NOTHING, maxBytes, now, metadata, signal }: FileEdit,
): Promise<FileTree> {
  const reopen = ({ cid }: FileTree) => openEditedNode(store, cid, { signal })
  let node = withMetadata(file, { now, ...metadata })
  let written: FileTree | undefined
  if (sizeBytes !== undefined && sizeBytes !== node.fileBytes) {
    written =
      sizeBytes < node.fileBytes
        ? await truncate(store, node, { sizeBytes, signal })
        : await append(store, node, { gapBytes: sizeBytes - node.fileBytes, content: NOTHING, signal })
    node = await reopen(written)
  }
  const cursor = createContentCursor(content, maxBytes)
  try {
    if (offset < node.fileBytes && (await cursor.hasMore())) {
      written = await overwrite(store, node, { start: offset, content: cursor, signal })
      node = await reopen(written)
    }
    const gapBytes = offset - node.fileBytes
    if (gapBytes <= 0 && !(await cursor.hasMore())) {
      return written ?? (await writeEditedNode(store, node, node))
    }
    return await append(store, node, { gapBytes, content: cursor.rest(), signal })
  } finally {
    await cursor.close()
  }
}

/** A block of nothing but bytes becomes a leaf when it is given something. */
function withMetadata(
  { raw, ...file }: EditedNode,
  { mode, mtime, now }: Metadata & Pick<FileEdit, 'now'>,
): EditedNode {
  const old = file.metadata
  if (mode === undefined && mtime === undefined && raw) return { ...file, raw }
  const metadata = { mode: mode ?? old.mode, mtime: mtime ?? (old.mtime && (now ?? old.mtime)) }
  return { ...file, type: raw ? 'file' : file.type, metadata }
}

const NOTHING: AsyncIterable<Uint8Array> = { async *[Symbol.asyncIterator]() {} }
