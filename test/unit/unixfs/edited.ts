import { createBlockWriter } from '../../../src/blocks/block-writer.ts'
import type { CID } from '../../../src/codec/cid/cid.ts'
import type { Blockstore } from '../../../src/ports/blockstore.ts'
import { type DagOptions, dagShape } from '../../../src/unixfs/dag/dag-shape.ts'
import { editFile, type FileEdit } from '../../../src/unixfs/edit/edit-file.ts'
import { createEditStore, type EditStore } from '../../../src/unixfs/edit/edit-store.ts'
import { type EditedNode, openEditedNode } from '../../../src/unixfs/edit/edited-node.ts'
import { createShardSizes } from '../../../src/unixfs/edit/shard-sizes.ts'
import { openFile } from '../../../src/unixfs/read/read.ts'
import { gathered } from './added.ts'

/** Runs an edit and stores what it wrote. */
export async function editing<T>(
  blockstore: Blockstore,
  options: DagOptions,
  edit: (store: EditStore) => Promise<T>,
  shardSizes = createShardSizes(),
): Promise<T> {
  const writer = createBlockWriter(blockstore)
  const result = await edit(createEditStore(blockstore, { writer, shardSizes, shape: dagShape(options) }))
  await writer.flush()
  return result
}

interface Edit extends Omit<FileEdit, 'content'>, DagOptions {
  /** In pieces, as they come from a network. */
  readonly content?: readonly (string | Uint8Array)[]
}

/** The CID of a file after an edit; a file that is not there yet comes as a node. */
export async function edited(
  blockstore: Blockstore,
  file: CID | EditedNode,
  { content = [], ...edit }: Edit,
): Promise<CID> {
  const encoder = new TextEncoder()
  const pieces = async function* () {
    for (const piece of content) yield typeof piece === 'string' ? encoder.encode(piece) : piece
  }
  const { cid } = await editing(blockstore, edit, async (store) => {
    const node = 'fileBytes' in file ? file : await openEditedNode(store, file, {})
    return editFile(store, node, { ...edit, content: pieces() })
  })
  return cid
}

export async function contentOf(blockstore: Blockstore, cid: CID): Promise<Uint8Array> {
  return gathered((await openFile(blockstore, cid)).content)
}
