import { blockKey, type CID, cidOfBlockKey } from '../codec/cid/cid.ts'
import type { Block, Blockstore, BlockWriteOptions } from '../ports/blockstore.ts'

/** {@link Blockstore} in a map: the reference for all adapters, and the store of a temporary node. */
export function memoryBlockstore(): Blockstore {
  const held = new Map<string, Uint8Array>()

  const putMany = async (blocks: readonly Block[], { signal, onAdded }: BlockWriteOptions = {}) => {
    signal?.throwIfAborted()
    for (const { cid, bytes } of blocks) {
      const key = blockKey(cid)
      if (held.has(key)) continue
      held.set(key, bytes.slice())
      onAdded?.([cid])
    }
  }

  return {
    async get(cid, { signal } = {}) {
      signal?.throwIfAborted()
      return held.get(blockKey(cid))?.slice()
    },
    async has(cid, { signal } = {}) {
      signal?.throwIfAborted()
      return held.has(blockKey(cid))
    },
    put: (cid: CID, bytes: Uint8Array, options) => putMany([{ cid, bytes }], options),
    putMany,
    async replace(cid, bytes, { signal } = {}) {
      signal?.throwIfAborted()
      held.set(blockKey(cid), bytes.slice())
    },
    async *copies(cid, { signal } = {}) {
      signal?.throwIfAborted()
      const bytes = held.get(blockKey(cid))
      if (bytes) yield bytes.slice()
    },
    async delete(cid, { signal } = {}) {
      signal?.throwIfAborted()
      held.delete(blockKey(cid))
    },
    async *list({ signal } = {}) {
      for (const key of [...held.keys()].sort()) {
        signal?.throwIfAborted()
        const bytes = held.get(key)
        if (bytes) yield { cid: cidOfBlockKey(key), sizeBytes: bytes.byteLength }
      }
    },
    async stat(cid, { signal } = {}) {
      signal?.throwIfAborted()
      const bytes = held.get(blockKey(cid))
      return bytes && { sizeBytes: bytes.byteLength }
    },
    async totals({ signal } = {}) {
      signal?.throwIfAborted()
      let sizeBytes = 0
      for (const bytes of held.values()) sizeBytes += bytes.byteLength
      return { blocks: held.size, sizeBytes }
    },
    async compact({ signal } = {}) {
      signal?.throwIfAborted()
    },
    async sweep({ signal } = {}) {
      signal?.throwIfAborted()
      return { removedBlocks: 0, indexedBlocks: 0, unreadable: [] }
    },
  }
}
