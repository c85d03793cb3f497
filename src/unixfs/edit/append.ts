import { DAG_PB_CODEC } from '../../codec/cid/cid.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { parseChunker } from '../chunk/chunker.ts'
import type { FileLayout } from '../layout/balanced-layout.ts'
import { createFileBuilder } from '../layout/file-builder.ts'
import { type FileTree, writeLeaf, writeRawLeaf } from '../layout/file-nodes.ts'
import type { NodeWriter } from '../layout/node-writer.ts'
import { createTrickleLayout, type OpenNode, subtreeDepth } from '../layout/trickle-layout.ts'
import type { EditStore } from './edit-store.ts'
import { type EditedNode, MAX_EDIT_DEPTH, openEditedNode } from './edited-node.ts'

export interface AppendOptions extends AbortOptions {
  /** Zero bytes between the end of the file and the content. */
  readonly gapBytes: number
  readonly content: AsyncIterable<Uint8Array>
}

/** Gaps have small leaves, which are equal and so stored once. Spec gap: the reference implementation's size. */
const GAP_LEAF_BYTES = 4096

/** 4 GiB: each leaf of a gap takes time and a link, though no storage. */
const MAX_GAP_BYTES = 4 * 1024 ** 3

/**
 * Appends content to a file as new leaves in the trickle layout; the last leaf is not filled up. A file of another
 * layout continues in this one. Throws `too-large` for a gap over 4 GiB.
 */
export async function append(
  store: EditStore,
  root: EditedNode,
  { gapBytes, content, signal }: AppendOptions,
): Promise<FileTree> {
  if (gapBytes > MAX_GAP_BYTES) {
    throw new DomainError('too-large', `Cannot write: gap of ${gapBytes} bytes is over ${MAX_GAP_BYTES}`)
  }
  const nodes = store.writerLike(root.form)
  const layout = createTrickleLayout(nodes, await rightEdge(store, root, { signal }))
  await addGap(nodes, layout, gapBytes)
  const builder = createFileBuilder(nodes, root.metadata, layout)
  for await (const chunk of parseChunker(nodes.shape.chunker)(content)) {
    signal?.throwIfAborted()
    await builder.add(chunk)
  }
  return builder.finish()
}

async function addGap(nodes: NodeWriter, layout: FileLayout, gapBytes: number): Promise<void> {
  const leafOf = (sizeBytes: number) => {
    const zeros = new Uint8Array(sizeBytes)
    return nodes.shape.rawLeaves ? writeRawLeaf(nodes, zeros) : writeLeaf(nodes, zeros, { type: 'raw' })
  }
  const whole = gapBytes >= GAP_LEAF_BYTES ? await leafOf(GAP_LEAF_BYTES) : undefined
  for (let left = gapBytes; left > 0; left -= GAP_LEAF_BYTES) {
    await layout.add(whole && left >= GAP_LEAF_BYTES ? whole : await leafOf(left))
  }
}

/** The nodes that can take more leaves, from the root downwards. Each is removed from the children of the one above. */
async function rightEdge(store: EditStore, root: EditedNode, options: AbortOptions): Promise<OpenNode[]> {
  const depth = Number.POSITIVE_INFINITY
  if (root.raw) return [{ children: [root.raw], depth }]
  const width = store.writerLike(root.form).shape.maxFileLinks
  const edge: OpenNode[] = [{ children: [...root.children], depth, data: root.data }]
  for (let node = edge.at(-1); node && edge.length < MAX_EDIT_DEPTH; node = edge.at(-1)) {
    const last = node.children.at(-1)
    const lastDepth = subtreeDepth(node.children.length - 1, width)
    if (last?.cid.code !== DAG_PB_CODEC || lastDepth === 0) break
    const below = await openEditedNode(store, last.cid, options)
    if (below.children.length === 0 || below.data !== undefined) break
    node.children.pop()
    edge.push({ children: [...below.children], depth: lastDepth })
  }
  return edge
}
