import type { Blockstore as InterfaceBlockstore, Pair } from 'interface-blockstore'
import { NotFoundError } from 'interface-store'
import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import { blockBytes, blockChunks } from './block-bytes.ts'

/**
 * A Blockstore of this node as the ecosystem's `interface-blockstore`, for example for Helia. An absent block is
 * the error `NotFoundError`. `getAll` returns the CIDs with the raw codec, since a store knows multihashes only.
 * Throws `too-large` for a block over 64 MiB.
 */
export function toInterfaceBlockstore(store: Blockstore): InterfaceBlockstore {
  const get = async (cid: CID, options?: AbortOptions): Promise<Uint8Array> => {
    const bytes = await store.get(cid, options)
    if (!bytes) throw new NotFoundError(`Cannot read block "${cid}": not held`)
    return bytes
  }
  const pair = (cid: CID, options?: AbortOptions): Pair => ({
    cid,
    bytes: blockChunks(() => get(cid, options)),
  })
  const put: InterfaceBlockstore['put'] = async (cid, bytes, options) => {
    await store.put(cid, await blockBytes(bytes, options), options)
    return cid
  }
  return {
    has: (cid, options) => store.has(cid, options),
    put,
    async *putMany(source, options) {
      for await (const { cid, bytes } of source) yield put(cid, bytes, options)
    },
    get: (cid, options) => blockChunks(() => get(cid, options)),
    async *getMany(source, options) {
      for await (const cid of source) yield pair(cid, options)
    },
    async *getAll(options) {
      for await (const { cid } of store.list(options)) yield pair(cid, options)
    },
    delete: (cid, options) => store.delete(cid, options),
    async *deleteMany(source, options) {
      for await (const cid of source) {
        await store.delete(cid, options)
        yield cid
      }
    },
  }
}
