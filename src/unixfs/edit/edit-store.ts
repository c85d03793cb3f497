import type { BlockWriter } from '../../blocks/block-writer.ts'
import type { BlockReader } from '../../blocks/load-block.ts'
import { blockKey, type CID, IDENTITY_CODE } from '../../codec/cid/cid.ts'
import { type Hasher, hasherFor } from '../../codec/cid/hashers.ts'
import { DomainError } from '../../errors.ts'
import type { DagShape } from '../dag/dag-shape.ts'
import { createNodeWriter, type NodeWriter } from '../layout/node-writer.ts'
import type { ShardSizes } from './shard-sizes.ts'

/** Version and hash function for new CIDs. A CID can be passed as its own form. */
export interface CidForm {
  readonly version: 0 | 1
  readonly multihash: { readonly code: number }
}

/** The blocks that one edit reads and writes. */
export interface EditStore {
  /** Also finds recently written nodes of the edit that are not stored yet. */
  readonly blocks: BlockReader
  /**
   * Creates a writer of nodes whose CIDs have the form, in the trickle layout. Leaves are raw from version 1 on
   * unless the shape decides. Throws `unsupported` for an unknown hash function.
   */
  writerLike(form: CidForm): NodeWriter
  /** Resolves when all nodes written so far are stored, so that each of them can be read. */
  flush(): Promise<void>
  /** Counts of shards, so that a removal need not count them again. */
  readonly shardSizes: ShardSizes
}

export interface EditStoreOptions {
  readonly writer: BlockWriter
  readonly shape: DagShape
  readonly shardSizes: ShardSizes
}

/** Maximum bytes of written blocks that can be read before they are stored. */
const MAX_RECENT_BYTES = 1024 * 1024

/**
 * Creates a store that can read its own recent writes, since a truncated file may be written to next. It remembers
 * enough for the nodes from the last leaf up to the root, which an edit writes last.
 */
export function createEditStore(
  blocks: BlockReader,
  { writer, shape, shardSizes }: EditStoreOptions,
): EditStore {
  const recent: { readonly key: string; readonly bytes: Uint8Array }[] = []
  let recentBytes = 0

  const remember = (cid: CID, bytes: Uint8Array) => {
    recent.push({ key: blockKey(cid), bytes })
    recentBytes += bytes.byteLength
    while (recentBytes > MAX_RECENT_BYTES && recent.length > 1) {
      recentBytes -= recent.shift()?.bytes.byteLength ?? 0
    }
  }
  return {
    shardSizes,
    flush: () => writer.flush(),
    blocks: {
      get: async (cid, options) => {
        const key = blockKey(cid)
        return recent.findLast((block) => block.key === key)?.bytes ?? (await blocks.get(cid, options))
      },
    },
    writerLike: (form) =>
      createNodeWriter(
        {
          takeRoom: writer.takeRoom,
          put: (written, bytes, options) => {
            remember(written, bytes)
            return writer.put(written, bytes, options)
          },
        },
        {
          ...shape,
          layout: 'trickle',
          cidVersion: form.version,
          hasher: hasherOf(form),
          rawLeaves: shape.rawLeaves ?? form.version === 1,
        },
      ),
  }
}

/** The hasher of a form. Identity CIDs change to sha2-256, since the content may grow over their limit. */
function hasherOf({ multihash: { code } }: CidForm): Hasher {
  const hasher = hasherFor(code === IDENTITY_CODE ? 'sha2-256' : code)
  if (hasher) return hasher
  throw new DomainError('unsupported', `Cannot write nodes: hash function ${code} is not known here`)
}
