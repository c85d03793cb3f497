import { blockKey, type CID } from '../codec/cid/cid.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore, StoredBlock } from '../ports/blockstore.ts'
import { readReference } from './read-reference.ts'
import type { Reference } from './reference-rows.ts'
import type { References } from './references.ts'
import type { Sources } from './sources.ts'

export interface ReferringStoreOptions {
  readonly references: Pick<References, 'find' | 'delete' | 'list' | 'count'>
  readonly sources: Pick<Sources, 'read'>
}

/**
 * A view of a store that also has the blocks that are only referred to. A copy is read before a reference; both are
 * removed together. What is written is always a copy.
 *
 * `get` of a reference throws `unavailable` when its source is gone, cannot be read or has other bytes: the error
 * does not name the source, because anonymous clients see it. `has` and `stat` do not ask the source.
 */
export function referringStore(
  store: Blockstore,
  { references, sources }: ReferringStoreOptions,
): Blockstore {
  return {
    ...store,
    async get(cid, options = {}) {
      const copy = await store.get(cid, options)
      if (copy) return copy
      const reference = await references.find(cid, options)
      if (!reference) return undefined
      const block = await readReference(sources, reference, options)
      if (block.state === 'good') return block.bytes
      throw new DomainError('unavailable', `Cannot read block "${cid}": ${REASONS[block.state]}`)
    },
    async has(cid, options) {
      return (await store.has(cid, options)) || (await references.find(cid, options)) !== undefined
    },
    async *copies(cid, options = {}) {
      yield* store.copies(cid, options)
      const reference = await references.find(cid, options)
      const block = reference && (await readReference(sources, reference, options))
      if (block?.state === 'good') yield block.bytes
    },
    async delete(cid, options) {
      // A process that is killed in between leaves a block that is whole, and can be removed again.
      await store.delete(cid, options)
      await references.delete(cid, options)
    },
    list: (options) => merged(store.list(options), references.list(options)),
    async stat(cid, options) {
      const stat = await store.stat(cid, options)
      if (stat) return stat
      const reference = await references.find(cid, options)
      return reference && { sizeBytes: reference.sizeBytes }
    },
    async totals(options: AbortOptions = {}) {
      const { blocks, sizeBytes } = await store.totals(options)
      return { blocks: blocks + (await references.count(options)), sizeBytes }
    },
  }
}

const REASONS = {
  'no-file': 'the source that has its bytes is gone',
  changed: 'the source that has its bytes has changed',
  error: 'the source that has its bytes cannot be read now',
} as const

/** Both lists in the order of block keys, each block once. */
async function* merged(
  stored: AsyncIterable<StoredBlock>,
  references: AsyncGenerator<Reference, void>,
): AsyncGenerator<StoredBlock, void> {
  try {
    let next = await references.next()
    for await (const block of stored) {
      const key = blockKey(block.cid)
      for (; !next.done && blockKey(next.value.cid) < key; next = await references.next()) {
        yield storedBlock(next.value)
      }
      if (!next.done && blockKey(next.value.cid) === key) next = await references.next()
      yield block
    }
    for (; !next.done; next = await references.next()) yield storedBlock(next.value)
  } finally {
    await references.return()
  }
}

function storedBlock({ cid, sizeBytes }: { readonly cid: CID; readonly sizeBytes: number }): StoredBlock {
  return { cid, sizeBytes }
}
