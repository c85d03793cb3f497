import type { CID } from '../../codec/cid/cid.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { type ScanOptions, scan } from './scan.ts'
import { slotOf } from './slots.ts'
import { createTrieNodes, leafOf, type TrieNodes, type TrieOptions } from './trie-nodes.ts'

/**
 * Values under unsigned 64-bit keys, in numeric order. Reads load only the nodes on their path.
 *
 * Any number of tasks may read concurrently. All methods throw `corrupt` for an invalid node, and what `loadBlock`
 * throws for a missing one.
 */
export interface TrieReader<Value> {
  get(key: bigint, options?: AbortOptions): Promise<Value | undefined>
  size(options?: AbortOptions): Promise<number>
  /** Entries in key order. */
  entries(options?: ScanOptions): AsyncGenerator<readonly [key: bigint, value: Value], void>
  /** CIDs of the nodes from the top to the leaf of the key. The trie must be unchanged. */
  path(key: bigint, options?: AbortOptions): Promise<readonly CID[]>
}

/** Creates a reader of a stored trie, for code that does not change it. */
export function readTrie<Value>(options: TrieOptions<Value>): TrieReader<Value> {
  return trieReader(createTrieNodes(options))
}

export function trieReader<Value>(nodes: TrieNodes<Value>): TrieReader<Value> {
  return {
    async get(key, options = {}) {
      return leafOf(await nodes.descend(key, options), key)?.values.get(slotOf(key, 0))
    },
    async size(options = {}) {
      return nodes.top ? (await nodes.load(nodes.top, undefined, options)).count : 0
    },
    entries: (options = {}) => scan(nodes.top, { ...options, read: nodes.read }),
    async path(key, options = {}) {
      const steps = await nodes.descend(key, options)
      return leafOf(steps, key)?.values.has(slotOf(key, 0))
        ? steps.flatMap(({ child }) => child.link ?? [])
        : []
    },
  }
}
