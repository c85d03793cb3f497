import type { CID } from '../../codec/cid/cid.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { type ScanOptions, scan } from './scan.ts'
import { slotOf } from './slots.ts'
import { createTrieNodes, leafOf, type TrieNodes, type TrieOptions } from './trie-nodes.ts'

/**
 * Values under unsigned 64-bit keys, in numeric order. Reads load the nodes on their way and no more.
 *
 * Any number of tasks may read it at once. All of its calls throw `corrupt` for a node that is none, and what
 * `loadBlock` throws for one that is not held.
 */
export interface TrieReader<Value> {
  get(key: bigint, options?: AbortOptions): Promise<Value | undefined>
  size(options?: AbortOptions): Promise<number>
  /** Entries in the order of their keys. */
  entries(options?: ScanOptions): AsyncGenerator<readonly [key: bigint, value: Value], void>
  /** The CIDs of the nodes from the top to the one that holds the key, of a trie without changes. */
  path(key: bigint, options?: AbortOptions): Promise<readonly CID[]>
}

/** A stored trie, for whoever does not change it. */
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
