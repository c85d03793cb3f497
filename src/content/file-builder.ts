import type { LeaveRoom, PutBlockOptions } from '../blocks/block-writer.ts'
import type { PBLink } from '../codec/dag-pb.ts'
import type { Mtime } from '../ports/file-source.ts'
import type { NodeWriter, WrittenNode } from './node-writer.ts'

/** Leaves that are hashed at once. */
const HASH_CONCURRENCY = 8

/** Permission bits and time of a file, a directory or a symlink. */
export interface Metadata {
  readonly mode?: number | undefined
  readonly mtime?: Mtime | undefined
}

export interface FileBuilder {
  /** Takes the next chunk; waits for earlier ones, so that a fixed number are held. */
  add(chunk: Uint8Array): Promise<void>
  /** The root of the file. */
  finish(): Promise<WrittenNode>
}

interface Part extends WrittenNode {
  readonly fileBytes: number
}

/**
 * Builds the balanced tree of one file while it arrives, holding one unfinished node for each level: nodes
 * of at most `maxFileLinks` children, a single chunk being the root itself. Metadata is written into the
 * root alone; raw leaves cannot carry it, so a file with metadata has none unless they were asked for.
 *
 * Own code, because the ecosystem's importer fixes sha2-256 for inner nodes, keeps the bytes of 174 leaves
 * until their parent is made, and puts a second envelope around a single leaf that has metadata.
 */
export function createFileBuilder(nodes: NodeWriter, metadata: Metadata): FileBuilder {
  const hasMetadata = metadata.mode !== undefined || metadata.mtime !== undefined
  const rawLeaves = nodes.shape.rawLeaves ?? (nodes.shape.cidVersion === 1 && !hasMetadata)
  const levels: Part[][] = [[]]
  const hashing: Promise<Part>[] = []
  let first: Uint8Array | undefined
  let isSingle = true

  const insert = async (part: Part, height: number): Promise<void> => {
    const level = levels[height] ?? []
    levels[height] = level
    if (level.length === nodes.shape.maxFileLinks) {
      await insert(await writeParent(nodes, level.splice(0)), height + 1)
    }
    level.push(part)
  }
  const insertOldest = async () => {
    const [oldest] = hashing.splice(0, 1)
    if (oldest) await insert(await oldest, 0)
  }
  const hash = async (chunk: Uint8Array) => {
    if (hashing.length === HASH_CONCURRENCY) await insertOldest()
    const room = await nodes.takeRoom(chunk.byteLength)
    const part = rawLeaves ? writeRawLeaf(nodes, chunk, room) : writeLeaf(nodes, chunk, { room })
    // A builder that is given up leaves this unread; whoever goes on meets the failure in order.
    part.catch(() => undefined)
    hashing.push(part)
  }

  return {
    async add(chunk) {
      if (first === undefined) {
        first = chunk
        return
      }
      if (isSingle) await hash(first)
      isSingle = false
      await hash(chunk)
    },
    async finish() {
      if (isSingle) {
        const chunk = first ?? new Uint8Array(0)
        return rawLeaves && !hasMetadata ? writeRawLeaf(nodes, chunk) : writeLeaf(nodes, chunk, { metadata })
      }
      while (hashing.length > 0) await insertOldest()
      for (let height = 0; ; height += 1) {
        const isTop = height === levels.length - 1
        const parts = levels[height] ?? []
        const [root] = parts
        if (isTop && parts.length === 1 && root) return root
        const parent = await writeParent(nodes, parts, isTop ? metadata : {})
        if (isTop) return parent
        await insert(parent, height + 1)
      }
    },
  }
}

async function writeRawLeaf(nodes: NodeWriter, chunk: Uint8Array, room?: LeaveRoom): Promise<Part> {
  return { ...(await nodes.raw(chunk, { room })), fileBytes: chunk.byteLength }
}

async function writeLeaf(
  nodes: NodeWriter,
  chunk: Uint8Array,
  { metadata, room }: PutBlockOptions & { readonly metadata?: Metadata } = {},
): Promise<Part> {
  const fileBytes = chunk.byteLength
  const data = fileBytes > 0 ? chunk : undefined
  const node = await nodes.dagPb({ type: 'file', data, fileSizeBytes: fileBytes, ...metadata }, [], { room })
  return { ...node, fileBytes }
}

async function writeParent(
  nodes: NodeWriter,
  parts: readonly Part[],
  metadata: Metadata = {},
): Promise<Part> {
  const fileBytes = parts.reduce((sum, part) => sum + part.fileBytes, 0)
  const blockSizes = parts.map((part) => part.fileBytes)
  const links = parts.map(({ cid, sizeBytes }): PBLink => ({ Hash: cid, Name: '', Tsize: sizeBytes }))
  const node = await nodes.dagPb({ type: 'file', fileSizeBytes: fileBytes, blockSizes, ...metadata }, links)
  return { ...node, fileBytes }
}
