import type { BlockWriter } from '../../blocks/block-writer.ts'
import type { BlockReader } from '../../blocks/load-block.ts'
import { blockKey, type CID, IDENTITY_CODE } from '../../codec/cid/cid.ts'
import { type Hasher, hasherFor } from '../../codec/cid/hashers.ts'
import { DomainError } from '../../errors.ts'
import type { DagShape } from '../dag/dag-shape.ts'
import { createNodeWriter, type NodeWriter } from '../layout/node-writer.ts'

/** What a CID is like, apart from the content: each CID is one. */
export interface CidForm {
  readonly version: 0 | 1
  readonly multihash: { readonly code: number }
}

/** Where one edit reads and writes. */
export interface EditStore {
  /** Also finds what the edit wrote last and the store does not hold yet. */
  readonly blocks: BlockReader
  /**
   * A writer of nodes whose CIDs have that form, and of files in the trickle layout. Leaves are raw from version 1 on
   * where the shape does not say. Throws `unsupported` for a hash that is not known here.
   */
  writerLike(form: CidForm): NodeWriter
}

/** Bytes of written blocks that can be read again before they are stored. */
const MAX_RECENT_BYTES = 1024 * 1024

/**
 * Reads what it writes: a file that was cut is written to next. Enough is remembered for the nodes from the last
 * leaf up to the root, which are the last that an edit writes.
 */
export function createEditStore(
  blocks: BlockReader,
  { writer, shape }: { readonly writer: BlockWriter; readonly shape: DagShape },
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

/** A block that is its own CID may grow over what a CID may hold: it is hashed from then on. */
function hasherOf({ multihash: { code } }: CidForm): Hasher {
  const hasher = hasherFor(code === IDENTITY_CODE ? 'sha2-256' : code)
  if (hasher) return hasher
  throw new DomainError('unsupported', `Cannot write nodes: hash function ${code} is not known here`)
}
