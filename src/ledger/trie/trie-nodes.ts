import type { CID } from '../../codec/cid/cid.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { type LedgerBlocks, loadValue } from '../blocks/load-value.ts'
import { type Child, decodeNode, type Node, type ValueCodec } from './node.ts'
import { levelOf, slotOf } from './slots.ts'

export interface TrieOptions<Value> {
  /** Link to the top node; absent for an empty trie. */
  readonly root?: CID | undefined
  readonly blocks: LedgerBlocks
  readonly codec: ValueCodec<Value>
}

/** A node on the path to a key, with its parent's reference to it. */
export interface Step<Value> {
  readonly child: Child<Value>
  readonly node: Node<Value>
}

/** The nodes of one trie. Loaded nodes stay in memory. */
export interface TrieNodes<Value> {
  /** Absent for an empty trie. An editor replaces it. */
  top: Child<Value> | undefined
  /** Reads a node without keeping it. */
  read(child: Child<Value>, level: number | undefined, options: AbortOptions): Promise<Node<Value>>
  /** Reads a node and keeps it. */
  load(child: Child<Value>, level: number | undefined, options: AbortOptions): Promise<Node<Value>>
  /** The nodes on the path of a key, from the top down. Ends early where the key does not exist. */
  descend(key: bigint, options: AbortOptions): Promise<Step<Value>[]>
}

export function createTrieNodes<Value>({ root, blocks, codec }: TrieOptions<Value>): TrieNodes<Value> {
  const nodes: TrieNodes<Value> = {
    top: root && { link: root, node: undefined },
    async read(child, level, options) {
      if (child.node) return child.node
      if (!child.link) throw new TypeError('Cannot read trie node: it has neither link nor content')
      return decodeNode(await loadValue(blocks, child.link, options), { codec, level })
    },
    async load(child, level, options) {
      const loading = child.loading ?? nodes.read(child, level, options)
      child.loading = loading
      try {
        // A concurrent reader may have finished first, and its node may have changed since.
        const node = await loading
        child.node ??= node
        return child.node
      } finally {
        child.loading = undefined
      }
    },
    async descend(key, options) {
      const steps: Step<Value>[] = []
      let level: number | undefined
      for (let child = nodes.top; child; ) {
        const node: Node<Value> = child.node ?? (await nodes.load(child, level, options))
        steps.push({ child, node })
        if (node.level === 0 || (steps.length === 1 && levelOf(key) > node.level)) break
        level = node.level - 1
        child = node.children.get(slotOf(key, node.level))
      }
      return steps
    },
  }
  return nodes
}

/** The leaf of the key; `undefined` when the path does not reach level 0. */
export function leafOf<Value>(steps: readonly Step<Value>[], key: bigint): Node<Value> | undefined {
  const node = steps.at(-1)?.node
  const isReached = node?.level === 0 && (steps.length > 1 || levelOf(key) === 0)
  return isReached ? node : undefined
}
