import type { Metadata } from '../add/metadata.ts'
import { createBalancedLayout, type FileLayout } from './balanced-layout.ts'
import { type FileTree, type LeafOptions, writeLeaf, writeRawLeaf } from './file-nodes.ts'
import type { NodeWriter } from './node-writer.ts'
import { createTrickleLayout } from './trickle-layout.ts'

/** Leaves that are hashed at once. */
const HASH_CONCURRENCY = 8

export interface FileBuilder {
  /** Takes the next chunk; waits for earlier ones, so that a fixed number are held. */
  add(chunk: Uint8Array): Promise<void>
  /** The root of the file. */
  finish(): Promise<FileTree>
}

/**
 * Builds the tree of one file while it arrives, in the layout of the shape, holding one unfinished node for each
 * level. Metadata is written into the root alone; raw leaves cannot carry it, so a file with metadata has none
 * unless they were asked for, and one of a single chunk has none at all. `layout` is that of an empty file when
 * absent.
 *
 * Own code, because the ecosystem's importer fixes sha2-256 for inner nodes, keeps the bytes of 174 leaves
 * until their parent is made, and puts a second envelope around a single leaf that has metadata.
 */
export function createFileBuilder(
  nodes: NodeWriter,
  metadata: Metadata,
  layout: FileLayout = emptyLayout(nodes),
): FileBuilder {
  const isTrickle = nodes.shape.layout === 'trickle'
  const hasMetadata = metadata.mode !== undefined || metadata.mtime !== undefined
  const isRaw = nodes.shape.rawLeaves ?? (nodes.shape.cidVersion === 1 && !hasMetadata)
  const hashing: Promise<FileTree>[] = []
  /** Held back until it is known whether it is the whole file. */
  let first: Uint8Array | undefined

  const leaf = (chunk: Uint8Array, options: LeafOptions) =>
    isRaw && options.metadata === undefined
      ? writeRawLeaf(nodes, chunk, options.room)
      : writeLeaf(nodes, chunk, options)
  const insertOldest = async () => {
    const oldest = hashing.shift()
    if (oldest) await layout.add(await oldest)
  }
  const hash = async (chunk: Uint8Array) => {
    if (hashing.length === HASH_CONCURRENCY) await insertOldest()
    const room = await nodes.takeRoom(chunk.byteLength)
    const tree = leaf(chunk, { type: isTrickle ? 'raw' : 'file', room })
    // A builder that is given up leaves this unread; whoever goes on meets the failure in order.
    tree.catch(() => undefined)
    hashing.push(tree)
  }
  let isSingle = !isTrickle

  return {
    async add(chunk) {
      if (isSingle && first === undefined) {
        first = chunk
        return
      }
      if (isSingle && first) await hash(first)
      isSingle = false
      await hash(chunk)
    },
    async finish() {
      if (isSingle) {
        const chunk = first ?? new Uint8Array(0)
        return leaf(chunk, { type: 'file', metadata: hasMetadata ? metadata : undefined })
      }
      while (hashing.length > 0) await insertOldest()
      return layout.finish(metadata)
    },
  }
}

function emptyLayout(nodes: NodeWriter): FileLayout {
  return nodes.shape.layout === 'trickle' ? createTrickleLayout(nodes) : createBalancedLayout(nodes)
}
