import { type BlockReader, loadDagPb } from '../../blocks/load-block.ts'
import { type CID, DAG_PB_CODEC, RAW_CODEC } from '../../codec/cid/cid.ts'
import { decodeUnixfs, type UnixfsNode } from '../../codec/dag-pb/unixfs.ts'
import type { UnixfsType } from '../../codec/dag-pb/unixfs-message.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { mapOrdered } from '../../streams/map-ordered.ts'

/** An entry of a directory. */
export interface UnixEntry {
  readonly name: string
  readonly cid: CID
  readonly type: UnixfsType
  /** Bytes of a file; for other types the size of the DAG, from the link. */
  readonly sizeBytes: number
}

/** A file, or a directory that is one node. */
export interface UnixNode {
  readonly type: 'file' | 'directory'
  /** Bytes of a file; 0 for a directory. */
  readonly sizeBytes: number
  /** In link order; empty for a file. */
  readonly entries: readonly UnixEntry[]
}

export interface ReadUnixOptions extends AbortOptions {
  /** Maximum number of entries. */
  readonly most: number
}

const CONCURRENCY = 6

/**
 * Reads a file, or a directory with the types of its entries, whose nodes are read too.
 *
 * Throws `unsupported` for symlinks, sharded directories and other nodes, `too-large` for over `most` entries. Spec: RPC
 * document, `/file/ls`; texts are the reference implementation's. Spec gap: a raw block as entry is a file here; the
 * reference implementation refuses it.
 */
export async function readUnixNode(
  blocks: BlockReader,
  cid: CID,
  { most, ...options }: ReadUnixOptions,
): Promise<UnixNode> {
  const { Data, Links } = await loadDagPb(blocks, cid, options)
  const unixfs = decodeUnixfs(Data)
  if (unixfs.type === 'file') return { type: 'file', sizeBytes: unixfs.fileSizeBytes ?? 0, entries: [] }
  if (unixfs.type !== 'directory') throw refusal(unixfs)
  if (Links.length > most) {
    throw new DomainError('too-large', `Cannot list directory "${cid}" in one reply: too many links`)
  }
  const entries: UnixEntry[] = []
  const found = mapOrdered(Links, {
    concurrency: CONCURRENCY,
    transform: async ({ Name = '', Hash, Tsize = 0 }): Promise<UnixEntry> => {
      return { name: Name, cid: Hash, ...(await entryOf(blocks, Hash, { sizeBytes: Tsize, ...options })) }
    },
  })
  for await (const entry of found) entries.push(entry)
  return { type: 'directory', sizeBytes: 0, entries }
}

async function entryOf(
  blocks: BlockReader,
  cid: CID,
  { sizeBytes, signal }: AbortOptions & { readonly sizeBytes: number },
): Promise<Pick<UnixEntry, 'type' | 'sizeBytes'>> {
  if (cid.code === RAW_CODEC) return { type: 'file', sizeBytes }
  if (cid.code !== DAG_PB_CODEC) throw new DomainError('unsupported', 'expected protobuf dag node')
  const { type, fileSizeBytes = 0 } = decodeUnixfs((await loadDagPb(blocks, cid, { signal })).Data)
  return { type, sizeBytes: type === 'file' ? fileSizeBytes : sizeBytes }
}

function refusal({ type }: UnixfsNode): DomainError {
  if (type === 'hamt-shard') return new DomainError('unsupported', 'cannot list large directories yet')
  if (type === 'symlink') return new DomainError('unsupported', 'cannot list symlinks yet')
  return new DomainError('unsupported', `unrecognized type: ${type === 'raw' ? 'Raw' : 'Metadata'}`)
}
