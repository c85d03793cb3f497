import { blockKey, type CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore, Expectation, Operation } from '../ports/datastore.ts'
import { applyChange } from '../state/change.ts'
import { prefixRange } from '../state/keys.ts'
import {
  BLOCK_ROWS,
  blockRow,
  COUNT_ROW,
  cidOfBlockRow,
  cidOfPlace,
  decodeCount,
  decodeReference,
  encodeCount,
  encodeReference,
  PLACE_ROWS,
  placeRow,
  type Reference,
} from './reference-rows.ts'

/** References to blocks whose bytes are outside the Blockstore, at most one for each block. */
export interface References {
  find(cid: CID, options?: AbortOptions): Promise<Reference | undefined>
  /** Stores references in one batch; a block that had one before has the new one. */
  putMany(references: readonly Reference[], options?: AbortOptions): Promise<void>
  /** Removing an absent reference changes nothing. */
  delete(cid: CID, options?: AbortOptions): Promise<void>
  /** In the order of block keys. References that change meanwhile may or may not appear. */
  list(options?: AbortOptions): AsyncGenerator<Reference, void>
  /** In the order of locations and offsets; otherwise as {@link References.list}. */
  listByPlace(options?: AbortOptions): AsyncGenerator<Reference, void>
  count(options?: AbortOptions): Promise<number>
}

const EMPTY = new Uint8Array()

export interface ReferencesOptions {
  readonly datastore: Pick<Datastore, 'get' | 'range' | 'batch'>
  /** Also removes when the storage is full. */
  readonly reservedDatastore: Pick<Datastore, 'batch'>
}

/** {@link References} in two rows of the Datastore for each, which change in one batch together with the count. */
export function createReferences({ datastore, reservedDatastore }: ReferencesOptions): References {
  let last: Promise<void> = Promise.resolve()

  const find: References['find'] = async (cid, options) => {
    const row = await datastore.get(blockRow(cid), options)
    return row && decodeReference(cid, row)
  }
  /** Replaces what there is of these blocks; one change at a time, because all of them change the count. */
  const change = (cids: readonly CID[], added: readonly Reference[], { signal }: AbortOptions) => {
    const plan = async () => {
      const count = await datastore.get(COUNT_ROW, { signal })
      const operations: Operation[] = []
      const { references, changes } = decodeCount(count)
      let now = references + added.length
      for (const cid of cids) {
        const old = await find(cid, { signal })
        if (!old) continue
        now -= 1
        operations.push({ type: 'delete', key: blockRow(cid) }, { type: 'delete', key: placeRow(old) })
      }
      for (const reference of added) {
        operations.push(
          { type: 'put', key: blockRow(reference.cid), value: encodeReference(reference) },
          { type: 'put', key: placeRow(reference), value: EMPTY },
        )
      }
      if (operations.length === 0) return { operations, expect: [] }
      const value = encodeCount({ references: now, changes: changes + 1 })
      const expect: Expectation[] = [{ key: COUNT_ROW, value: count }]
      return { operations: [...operations, { type: 'put' as const, key: COUNT_ROW, value }], expect }
    }
    const writing = added.length > 0 ? datastore : reservedDatastore
    const changed = last.then(() => applyChange(writing, plan, { signal }))
    last = changed.catch(() => undefined)
    return changed
  }

  return {
    find,
    putMany(references, options = {}) {
      const unique = [...new Map(references.map((one) => [blockKey(one.cid), one])).values()]
      const cids = unique.map(({ cid }) => cid)
      return change(cids, unique, options)
    },
    async delete(cid, options = {}) {
      // Most blocks have none: nothing is written, and no caller waits.
      if (await datastore.get(blockRow(cid), options)) await change([cid], [], options)
    },
    async *list(options) {
      for await (const [key, row] of datastore.range(prefixRange(BLOCK_ROWS), options)) {
        yield decodeReference(cidOfBlockRow(key), row)
      }
    },
    async *listByPlace(options) {
      for await (const [key] of datastore.range(prefixRange(PLACE_ROWS), options)) {
        const reference = await find(cidOfPlace(key), options)
        if (reference) yield reference
      }
    },
    count: async (options) => decodeCount(await datastore.get(COUNT_ROW, options)).references,
  }
}
