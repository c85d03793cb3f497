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
  /** New size: the file is truncated to it, or extended with zeros, before the content is written. */
  readonly sizeBytes?: number | undefined
  /** Position of the first written byte; 0 when absent. A gap after the end of the file is filled with zeros. */
  readonly offset?: number | undefined
  readonly content?: AsyncIterable<Uint8Array> | undefined
  /** Maximum number of content bytes to write; all when absent. */
  readonly maxBytes?: number | undefined
  /** Replaces the modification time, if the file has one. */
  readonly now?: Mtime | undefined
  /** Metadata that replaces the file's own. */
  readonly metadata?: Metadata | undefined
}

/** A new, empty file, not written yet. */
export function emptyFile(form: CidForm): EditedNode {
  return { form, type: 'file', children: [], metadata: {}, fileBytes: 0 }
}

/**
 * Truncates or extends a file, then writes to it at an offset. The content is read once and never held as a whole.
 * Blocks outside of the written range stay. Written leaves keep their boundaries, and new leaves follow the last
 * one in the trickle layout, so the CID depends on the history of the file. The mode stays.
 *
 * Throws `unsupported` for a node that is no file, `not-found` for a missing block, `corrupt` for inconsistent
 * sizes, `too-large` for a gap over 4 GiB. Spec: RPC document, `/files/write`.
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

/** Applies metadata. A raw block becomes a UnixFS leaf, since it cannot carry metadata. */
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
