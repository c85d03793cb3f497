import { type BlockReader, loadBlock } from '../blocks/load-block.ts'
import { type CID, DAG_PB_CODEC } from '../codec/cid/cid.ts'
import { decodeDagPb } from '../codec/dag-pb/dag-pb.ts'
import { namedLinksOfBlock } from '../codec/ipld/named-links.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { PathReader } from '../unixfs/dag/path-reader.ts'
import { resolvePath } from '../unixfs/dag/resolve.ts'

/** One link of an object. */
export interface ObjectLink {
  /** Empty where the node gives none. */
  readonly name: string
  readonly cid: CID
  /** Bytes of everything below the link, as the node says; 0 where it does not. */
  readonly sizeBytes: number
}

/** A node as the commands of the old object API see it. */
export interface StoredObject {
  readonly cid: CID
  /** The block. */
  readonly bytes: Uint8Array
  /** A view into the block; empty where a dag-pb node has none, and for nodes of other codecs. */
  readonly data: Uint8Array
  readonly links: readonly ObjectLink[]
}

/**
 * The node at a path, of any codec whose links are known here. Throws what {@link resolvePath} throws, `not-found` for
 * an absent block and `corrupt` for one that is not of its codec.
 */
export async function openObject(
  blocks: PathReader,
  path: string,
  options: AbortOptions,
): Promise<StoredObject> {
  const { cid } = await resolvePath(blocks, path, options)
  return loadObject(blocks, cid, options)
}

/** The same; throws `unsupported` for a node of another codec than dag-pb. */
export async function openDagPbObject(
  blocks: PathReader,
  path: string,
  options: AbortOptions,
): Promise<StoredObject> {
  return assertDagPb(await openObject(blocks, path, options))
}

export async function loadObject(
  blocks: BlockReader,
  cid: CID,
  options: AbortOptions,
): Promise<StoredObject> {
  const bytes = await loadBlock(blocks, cid, options)
  if (cid.code !== DAG_PB_CODEC) {
    const links = namedLinksOfBlock(cid, bytes).map((link) => ({ ...link, sizeBytes: 0 }))
    return { cid, bytes, data: new Uint8Array(0), links }
  }
  const { Data = new Uint8Array(0), Links } = decodeDagPb(bytes)
  const links = Links.map(({ Name = '', Hash, Tsize = 0 }) => ({ name: Name, cid: Hash, sizeBytes: Tsize }))
  return { cid, bytes, data: Data, links }
}

/** What one decoded link takes in memory. In its block it may be eight bytes. */
const LINK_MEMORY_BYTES = 512

/** About as many bytes as an object takes in memory: its block and its links. */
export function memoryOf({ bytes, links }: Pick<StoredObject, 'bytes' | 'links'>): number {
  return bytes.byteLength + links.length * LINK_MEMORY_BYTES
}

/** Throws `unsupported` for a node of another codec than dag-pb. */
export function assertDagPb(object: StoredObject): StoredObject {
  if (object.cid.code === DAG_PB_CODEC) return object
  throw new DomainError('unsupported', 'expected protobuf dag node')
}
