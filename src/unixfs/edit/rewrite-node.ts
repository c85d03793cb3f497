import { loadBlock } from '../../blocks/load-block.ts'
import { type CID, DAG_PB_CODEC, RAW_CODEC } from '../../codec/cid/cid.ts'
import { decodeDagPb } from '../../codec/dag-pb/dag-pb.ts'
import { decodeUnixfs } from '../../codec/dag-pb/unixfs.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Metadata } from '../add/metadata.ts'
import type { WrittenNode } from '../layout/node-writer.ts'
import type { CidForm, EditStore } from './edit-store.ts'

export interface RewriteOptions extends AbortOptions {
  /** The node's own form when absent. */
  readonly form?: CidForm | undefined
  /** Computes the new metadata; an `undefined` field is removed. When absent, the metadata stays. */
  readonly metadata?: ((old: Metadata) => Metadata) | undefined
}

/** Form of the node that replaces a raw block with metadata. Spec gap: the reference implementation's choice. */
const FORM_OF_RAW: CidForm = { version: 0, multihash: { code: 0x12 } }

/**
 * Writes the root node of a file, directory or symlink with other metadata or another form of CID; its descendants
 * stay. Throws `unsupported` for nodes of other kinds.
 */
export async function rewriteNode(
  store: EditStore,
  cid: CID,
  { form, metadata, signal }: RewriteOptions,
): Promise<WrittenNode> {
  const bytes = await loadBlock(store.blocks, cid, { signal })
  if (cid.code === RAW_CODEC) {
    const node = { type: 'file', data: bytes, fileSizeBytes: bytes.byteLength, ...metadata?.({}) } as const
    return store.writerLike(form ?? FORM_OF_RAW).dagPb(node)
  }
  if (cid.code !== DAG_PB_CODEC) throw new DomainError('unsupported', 'unrecognized node type')
  const { Data, Links } = decodeDagPb(bytes)
  const unixfs = decodeUnixfs(Data)
  const { mode, mtime } = unixfs
  const changed = metadata?.({ mode, mtime }) ?? {}
  return store.writerLike(form ?? cid).dagPb({ ...unixfs, ...changed }, Links)
}
