import { type BlockWriter, createBlockWriter } from '../../blocks/block-writer.ts'
import type { ByteBudget } from '../../blocks/byte-budget.ts'
import { makeBlock } from '../../blocks/make-block.ts'
import { type CID, DAG_PB_CODEC } from '../../codec/cid/cid.ts'
import { hasherFor } from '../../codec/cid/hashers.ts'
import type { Activity } from '../../diagnostics/activity.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Blockstore } from '../../ports/blockstore.ts'
import { parseChunker } from '../../unixfs/chunk/chunker.ts'
import { dagShape } from '../../unixfs/dag/dag-shape.ts'
import { MAX_PATH_SEGMENTS } from '../../unixfs/directory/entry-path.ts'
import { createFileBuilder } from '../../unixfs/layout/file-builder.ts'
import { createNodeWriter, type NodeWriter, type WrittenNode } from '../../unixfs/layout/node-writer.ts'
import type { ObjectLink } from '../open-object.ts'
import { encodeObject } from '../write-object.ts'
import { readTar, type TarEntry } from './read-tar.ts'

/** The data field of the root of an archive. */
export const TAR_ROOT_DATA = new TextEncoder().encode('ipfs/tar')

/** The name of the link to the content of an entry; those of entries begin with a dash. */
export const TAR_CONTENT_LINK = 'data'

export interface ImportTarOptions extends AbortOptions {
  readonly blockstore: Pick<Blockstore, 'putMany'>
  readonly activity: Activity
  readonly writeBudget: ByteBudget
}

/** Entries of an archive, and directories that occur only in their names. */
const MAX_NODES = 250_000

/** Names and headers of what is not written yet: directories may get entries until the end. */
const MAX_HELD_BYTES = 16 * 1024 * 1024

/** An entry, or a directory that occurs only in the names below it. */
interface TreeNode {
  /** None for a directory without an entry of its own. */
  headers: Uint8Array
  content?: ObjectLink | undefined
  readonly children: Map<string, TreeNode>
}

/**
 * Stores an archive as it arrives: a node for each entry, whose data are its headers, with a link to its content as a
 * file, and links to the entries below it. Resolves to the root once all is stored.
 *
 * An entry that comes twice counts the second time; what is below it stays. Throws as {@link readTar} does,
 * `failed-precondition` for an entry below a file, `too-large` over 250,000 nodes, 1,024 names in a path, or 16 MiB
 * of headers and names of directories.
 * Spec: RPC document, `/tar/add`. Spec gap: form, chunks and layout are those of the reference implementation 0.9.
 */
export async function importTar(bytes: AsyncIterable<Uint8Array>, options: ImportTarOptions): Promise<CID> {
  const { blockstore, activity, writeBudget, signal } = options
  const writer = createBlockWriter(blockstore, { signal, activity, budget: writeBudget })
  const nodes = createNodeWriter(writer, dagShape({ cidVersion: 0 }))
  const tree = createTree()
  try {
    for await (const entry of readTar(bytes, { signal })) {
      const content = entry.sizeBytes > 0 ? await writeContent(nodes, entry, { signal }) : undefined
      tree.put(entry, content && { name: TAR_CONTENT_LINK, ...content })
    }
    tree.root.headers = TAR_ROOT_DATA
    const { cid } = await writeTree(writer, tree.root, { signal })
    await writer.flush()
    return cid
  } finally {
    writer.discard()
  }
}

async function writeContent(
  nodes: NodeWriter,
  { content }: TarEntry,
  { signal }: AbortOptions,
): Promise<WrittenNode> {
  const builder = createFileBuilder(nodes, {})
  for await (const chunk of parseChunker('rabin')(content)) {
    signal?.throwIfAborted()
    await builder.add(chunk)
  }
  const { cid, sizeBytes } = await builder.finish()
  return { cid, sizeBytes }
}

function createTree() {
  const root = emptyNode()
  let count = 0
  let heldBytes = 0
  const take = (bytes: number) => {
    heldBytes += bytes
    if (heldBytes > MAX_HELD_BYTES || count > MAX_NODES) {
      throw new DomainError('too-large', 'Cannot add tar: too many entries')
    }
  }
  return {
    root,
    put({ name, headers }: TarEntry, content: ObjectLink | undefined): void {
      const names = namesOf(name)
      if (names.length > MAX_PATH_SEGMENTS) {
        throw new DomainError('too-large', `Cannot add tar: a path has over ${MAX_PATH_SEGMENTS} names`)
      }
      let node = root
      for (const part of names) {
        if (node.content)
          throw new DomainError('failed-precondition', 'Cannot add tar: an entry is below a file')
        const child = node.children.get(part)
        if (!child) {
          count += 1
          take(part.length)
        }
        const next = child ?? emptyNode()
        node.children.set(part, next)
        node = next
      }
      if (content && node.children.size > 0) {
        throw new DomainError('failed-precondition', 'Cannot add tar: an entry is below a file')
      }
      take(headers.byteLength - node.headers.byteLength)
      node.headers = headers
      node.content = content
    },
  }
}

/**
 * The names of a path without the slashes at its ends; more than the maximum are cut off one above it. A regular
 * expression takes quadratic time for a path of many slashes, which may have 1 MiB.
 */
function namesOf(path: string): string[] {
  let [start, end] = [0, path.length]
  while (path[start] === '/') start += 1
  while (end > start && path[end - 1] === '/') end -= 1
  return path.slice(start, end).split('/', MAX_PATH_SEGMENTS + 1)
}

function emptyNode(): TreeNode {
  return { headers: new Uint8Array(0), children: new Map() }
}

/** Writes the nodes below first. */
async function writeTree(
  writer: BlockWriter,
  { headers, content, children }: TreeNode,
  options: AbortOptions,
): Promise<Omit<ObjectLink, 'name'>> {
  const links: ObjectLink[] = content ? [content] : []
  for (const [name, child] of children) {
    links.push({ name: `-${name}`, ...(await writeTree(writer, child, options)) })
  }
  options.signal?.throwIfAborted()
  const bytes = encodeObject({ data: headers, links })
  const { cid } = await makeBlock(bytes, nodeFormat())
  await writer.put(cid, bytes)
  return { cid, sizeBytes: links.reduce((sum, link) => sum + link.sizeBytes, bytes.byteLength) }
}

function nodeFormat() {
  const hasher = hasherFor('sha2-256')
  if (!hasher) throw new DomainError('unsupported', 'Cannot add tar: no sha2-256')
  return { version: 0, codec: DAG_PB_CODEC, hasher, digestBytes: -1 } as const
}
