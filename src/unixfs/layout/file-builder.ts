import type { Metadata } from '../add/metadata.ts'
import { createBalancedLayout, type FileLayout } from './balanced-layout.ts'
import { type FileTree, type LeafOptions, writeLeaf, writeRawLeaf } from './file-nodes.ts'
import type { NodeWriter } from './node-writer.ts'
import { createTrickleLayout } from './trickle-layout.ts'

/** Leaves that are hashed concurrently. */
const HASH_CONCURRENCY = 8

export interface FileBuilder {
  /** Adds the next chunk. Waits for earlier chunks, so that only a fixed number are held. */
  add(chunk: Uint8Array): Promise<void>
  /** Completes the file and returns its root. */
  finish(): Promise<FileTree>
}

/**
 * Builds the tree of one file while it arrives, in the shape's layout. Holds one unfinished node for each level.
 * Only the root carries metadata. Raw leaves cannot, so a file with metadata has UnixFS leaves unless raw leaves
 * were requested, and a file of a single chunk has a UnixFS leaf in any case. `layout` starts as that of an empty
 * file when absent.
 *
 * Own code, because the ecosystem's importer fixes sha2-256 for inner nodes, keeps the bytes of 174 leaves until
 * their parent is made, and wraps a single leaf that has metadata into a second UnixFS node.
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
  let fileBytes = 0
  /** The first chunk, held back until it is known whether it is the whole file. */
  let first: Uint8Array | undefined

  const leaf = (chunk: Uint8Array, options: LeafOptions) => {
    const offset = fileBytes
    fileBytes += chunk.byteLength
    return isRaw && options.metadata === undefined
      ? writeRawLeaf(nodes, chunk, { room: options.room, offset })
      : writeLeaf(nodes, chunk, options)
  }
  const insertOldest = async () => {
    const oldest = hashing.shift()
    if (oldest) await layout.add(await oldest)
  }
  const hash = async (chunk: Uint8Array) => {
    if (hashing.length === HASH_CONCURRENCY) await insertOldest()
    const room = await nodes.takeRoom(chunk.byteLength)
    const tree = leaf(chunk, { type: isTrickle ? 'raw' : 'file', room })
    // An abandoned builder never awaits this promise. A builder that goes on throws the error when the leaf's turn
    // comes.
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
