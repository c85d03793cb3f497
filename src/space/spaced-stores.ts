import type { Blockstore } from '../ports/blockstore.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { Space } from '../ports/space.ts'

/** Overhead of a block in an index row and its database pages. */
const ROW_BYTES = 256

/** A view of a store that writes only while there is free space. Writes of removals may use the reserve. */
export function spacedBlockstore(store: Blockstore, space: Space | undefined): Blockstore {
  if (!space) return store
  return {
    ...store,
    put: (cid, bytes, options) =>
      space.grow(bytes.byteLength + ROW_BYTES, () => store.put(cid, bytes, options)),
    putMany: (blocks, options) => {
      if (options?.isRemoval) return space.change(() => store.putMany(blocks, options))
      const sizeBytes = blocks.reduce((sum, { bytes }) => sum + bytes.byteLength + ROW_BYTES, 0)
      return space.grow(sizeBytes, () => store.putMany(blocks, options))
    },
    replace: (cid, bytes, options) =>
      space.grow(bytes.byteLength + ROW_BYTES, () => store.replace(cid, bytes, options)),
    delete: (cid, options) => space.change(() => store.delete(cid, options)),
    compact: (options) => space.change(() => store.compact(options)),
    sweep: (options) => space.change(() => store.sweep(options)),
  }
}

/**
 * A view of a store whose batches are written only while there is free space. Batches that only delete, or belong to
 * a removal, may use the reserve.
 */
export function spacedDatastore(store: Datastore, space: Space | undefined): Datastore {
  if (!space) return store
  return {
    ...store,
    batch(operations, expect, options) {
      const puts = operations.filter((operation) => operation.type === 'put')
      const write = () => store.batch(operations, expect, options)
      if (puts.length === 0 || options?.isRemoval) return space.change(write)
      const sizeBytes = puts.reduce((sum, { key, value }) => sum + key.byteLength + value.byteLength, 0)
      return space.grow(sizeBytes + puts.length * ROW_BYTES, write)
    },
  }
}

/** A view for the garbage collector, whose few rows make space for all other writes. It may use the reserve. */
export function reserveDatastore(store: Datastore, space: Space | undefined): Datastore {
  if (!space) return store
  return {
    ...store,
    batch: (operations, expect, options) => space.change(() => store.batch(operations, expect, options)),
  }
}
