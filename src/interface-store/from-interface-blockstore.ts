import type { Blockstore as InterfaceBlockstore } from 'interface-blockstore'
import { blockKey, type CID, cidOfBlockKey } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore, BlockWriteOptions, StoredBlock } from '../ports/blockstore.ts'
import { blockBytes } from './block-bytes.ts'

/**
 * A Blockstore of the ecosystem (`blockstore-fs`, `blockstore-level`, `blockstore-s3`, Helia's) as the
 * Blockstore of a node. `list` and `totals` read every block, because the interface knows no sizes, and `list`
 * holds the keys of all blocks in memory, because it knows no order. `putMany` stores one block after another: a
 * killed process may leave some of them, which garbage collection removes. `replace` relies on a store that
 * overwrites what it holds. Throws `too-large` for a block over 64 MiB.
 */
export function fromInterfaceBlockstore(store: InterfaceBlockstore): Blockstore {
  const get = async (cid: CID, options?: AbortOptions): Promise<Uint8Array | undefined> => {
    try {
      return await blockBytes(store.get(cid, passed(options)), options)
    } catch (error) {
      if (error instanceof Error && error.name === 'NotFoundError') return undefined
      throw error
    }
  }
  const has = async (cid: CID, options?: AbortOptions) => store.has(cid, passed(options))
  const put = async (cid: CID, bytes: Uint8Array, { onAdded, ...options }: BlockWriteOptions = {}) => {
    options.signal?.throwIfAborted()
    if (await has(cid, options)) return
    // A view into a larger buffer would keep that buffer.
    await store.put(cid, bytes.slice(), passed(options))
    onAdded?.([cid])
  }
  async function* unordered(options: AbortOptions = {}): AsyncGenerator<StoredBlock> {
    for await (const { cid, bytes } of store.getAll(passed(options))) {
      options.signal?.throwIfAborted()
      let sizeBytes = 0
      for await (const chunk of bytes) sizeBytes += chunk.byteLength
      yield { cid, sizeBytes }
    }
  }
  return {
    get,
    has,
    put,
    async putMany(blocks, options) {
      for (const { cid, bytes } of blocks) await put(cid, bytes, options)
    },
    async replace(cid, bytes, options) {
      await store.put(cid, bytes.slice(), passed(options))
    },
    async *copies(cid, options) {
      const bytes = await get(cid, options)
      if (bytes) yield bytes
    },
    async delete(cid, options) {
      await store.delete(cid, passed(options))
    },
    async *list(options) {
      const sizes = new Map<string, number>()
      for await (const { cid, sizeBytes } of unordered(options)) sizes.set(blockKey(cid), sizeBytes)
      for (const key of [...sizes.keys()].sort()) {
        options?.signal?.throwIfAborted()
        yield { cid: cidOfBlockKey(key), sizeBytes: sizes.get(key) ?? 0 }
      }
    },
    async stat(cid, options) {
      const bytes = await get(cid, options)
      return bytes && { sizeBytes: bytes.byteLength }
    },
    async totals(options) {
      let blocks = 0
      let total = 0
      for await (const { sizeBytes } of unordered(options)) {
        blocks += 1
        total += sizeBytes
      }
      return { blocks, sizeBytes: total }
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

/** The interface permits no `signal` that is `undefined`. */
function passed({ signal }: AbortOptions = {}): { readonly signal?: AbortSignal } {
  return signal ? { signal } : {}
}
