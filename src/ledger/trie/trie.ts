import { cborBlock } from '../../blocks/cbor-block.ts'
import type { CID } from '../../codec/cid/cid.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Block } from '../../ports/blockstore.ts'
import { mapOrdered } from '../../streams/map-ordered.ts'
import { type Child, emptyNode, encodeNode, type Node } from './node.ts'
import { leafOfKey, levelOf, slotOf } from './slots.ts'
import { createTrieNodes, leafOf, type Step, type TrieOptions } from './trie-nodes.ts'
import { type TrieReader, trieReader } from './trie-reader.ts'

/**
 * A trie that can be changed. Changes stay in memory until {@link Trie.save}. The root CID depends only on the
 * contents, not on their history. One task may change it while others read; an iteration must then be started
 * again.
 */
export interface Trie<Value> extends TrieReader<Value> {
  set(key: bigint, value: Value, options?: AbortOptions): Promise<void>
  /** False when the key does not exist. */
  delete(key: bigint, options?: AbortOptions): Promise<boolean>
  /** True when all nodes on the path to the key are in memory. */
  holds(key: bigint): boolean
  /** Loads the nodes on the paths to keys concurrently, before these keys are read or changed. */
  load(keys: readonly bigint[], options?: AbortOptions): Promise<void>
  /** Encodes changed nodes, adds their blocks to `saved` and returns the new root; `undefined` for an empty trie. */
  save(saved: Block[]): Promise<CID | undefined>
}

/** Paths that {@link Trie.load} reads concurrently. */
const LOADED_AT_ONCE = 32

/** Creates a trie with fan-out 32. It has only as many levels as its greatest key needs, and no empty node. */
export function createTrie<Value>(options: TrieOptions<Value>): Trie<Value> {
  const { blocks, codec } = options
  const nodes = createTrieNodes(options)
  const { descend, load } = nodes

  const holds = (key: bigint): boolean => {
    let child = nodes.top
    while (child?.node && child.node.level > 0) child = child.node.children.get(slotOf(key, child.node.level))
    return child === undefined || child.node !== undefined
  }
  const growTo = (level: number, node: Node<Value>) => {
    for (let at = node.level + 1; at <= level; at += 1) {
      const above = { ...emptyNode<Value>(at), count: nodes.top?.node?.count ?? 0 }
      if (nodes.top) above.children.set(0, nodes.top)
      nodes.top = { link: undefined, node: above }
    }
  }
  const shrink = async (options: AbortOptions) => {
    for (;;) {
      if (!nodes.top) return
      const node = await load(nodes.top, undefined, options)
      const only = node.level > 0 && node.children.size === 1 ? node.children.get(0) : undefined
      if (node.count === 0) nodes.top = undefined
      if (!only) return
      nodes.top = only
    }
  }

  return {
    ...trieReader(nodes),
    async set(key, value, options = {}) {
      const found = await descend(key, options)
      if (!found[0]) nodes.top = { link: undefined, node: emptyNode(levelOf(key)) }
      else if (levelOf(key) > found[0].node.level) growTo(levelOf(key), found[0].node)
      const steps = leafOf(found, key) ? found : await descend(key, options)
      for (let last = steps.at(-1)?.node; last && last.level > 0; last = steps.at(-1)?.node) {
        const child: Child<Value> = { link: undefined, node: emptyNode(last.level - 1) }
        last.children.set(slotOf(key, last.level), child)
        if (child.node) steps.push({ child, node: child.node })
      }
      const leaf = steps.at(-1)?.node
      const isNew = leaf?.values.has(slotOf(key, 0)) === false
      leaf?.values.set(slotOf(key, 0), value)
      markChanged(steps, isNew ? 1 : 0)
    },
    async delete(key, options = {}) {
      const steps = await descend(key, options)
      const leaf = leafOf(steps, key)
      if (!leaf?.values.delete(slotOf(key, 0))) return false
      markChanged(steps, -1)
      for (const { node } of steps.slice(0, -1)) {
        const slot = slotOf(key, node.level)
        if (node.children.get(slot)?.node?.count === 0) node.children.delete(slot)
      }
      await shrink(options)
      return true
    },
    holds,
    async load(keys, options = {}) {
      const leaves = new Map(keys.map((key) => [leafOfKey(key), key]))
      const absent = [...leaves.values()].filter((key) => !holds(key))
      const transform = (key: bigint) => descend(key, options)
      for await (const _ of mapOrdered(absent, { concurrency: LOADED_AT_ONCE, transform }));
    },
    async save(saved) {
      if (nodes.top) await saveChild(nodes.top, { codec, blocks, saved })
      return nodes.top?.link
    },
  }
}

function markChanged<Value>(steps: readonly Step<Value>[], added: number): void {
  for (const { child, node } of steps) {
    child.link = undefined
    node.count += added
  }
}

async function saveChild<Value>(
  child: Child<Value>,
  options: Pick<TrieOptions<Value>, 'codec' | 'blocks'> & { readonly saved: Block[] },
): Promise<void> {
  if (child.link || !child.node) return
  for (const below of child.node.children.values()) await saveChild(below, options)
  const value = encodeNode(child.node, options.codec)
  const block = await cborBlock(value)
  options.saved.push(block)
  options.blocks.values?.keep(block.cid, value)
  child.link = block.cid
}
