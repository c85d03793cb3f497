import { cborBlock } from '../../blocks/cbor-block.ts'
import type { CID } from '../../codec/cid/cid.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Block } from '../../ports/blockstore.ts'
import { mapOrdered } from '../../streams/map-ordered.ts'
import { type LedgerBlocks, loadValue } from '../blocks/load-value.ts'
import { type Child, decodeNode, emptyNode, encodeNode, type Node, type ValueCodec } from './node.ts'
import { type ScanOptions, scan } from './scan.ts'
import { leafOfKey, levelOf, slotOf } from './slots.ts'

export interface TrieOptions<Value> {
  /** The link to the top node; absent for an empty trie. */
  readonly root?: CID | undefined
  readonly blocks: LedgerBlocks
  readonly codec: ValueCodec<Value>
}

/**
 * Values under unsigned 64-bit keys, in numeric order. Reads load the nodes on their way and no more; changes
 * stay in memory until {@link Trie.save}. The root CID is a function of the contents, not of their history.
 *
 * Any number of tasks may read it at once, and one may change it meanwhile. All of its calls throw `corrupt` for a node that is none, and what
 * `loadBlock` throws for one that is not held.
 */
export interface Trie<Value> {
  get(key: bigint, options?: AbortOptions): Promise<Value | undefined>
  set(key: bigint, value: Value, options?: AbortOptions): Promise<void>
  /** False when there was no such key. */
  delete(key: bigint, options?: AbortOptions): Promise<boolean>
  /** True when no node on the way to the key needs to be read. */
  holds(key: bigint): boolean
  /** Reads the nodes on the way to keys side by side, for whoever will soon ask for them or change them. */
  load(keys: readonly bigint[], options?: AbortOptions): Promise<void>
  size(options?: AbortOptions): Promise<number>
  /** Entries in the order of their keys. Whoever changes the trie meanwhile begins anew. */
  entries(options?: ScanOptions): AsyncGenerator<readonly [key: bigint, value: Value], void>
  /** The CIDs of the nodes from the top to the one that holds the key, of a trie without changes. */
  path(key: bigint, options?: AbortOptions): Promise<readonly CID[]>
  /** Encodes what has changed, adds the new blocks to `saved` and returns the new root, absent when empty. */
  save(saved: Block[]): Promise<CID | undefined>
}

/** Nodes that are read at once by {@link Trie.load}. */
const LOADED_AT_ONCE = 32

/** Fan-out 32, levels as few as the greatest key needs, no empty node. */
export function createTrie<Value>({ root, blocks, codec }: TrieOptions<Value>): Trie<Value> {
  let top: Child<Value> | undefined = root && { link: root, node: undefined }

  const read = async (child: Child<Value>, level: number | undefined, options: AbortOptions) => {
    if (child.node) return child.node
    if (!child.link) throw new TypeError('Cannot read trie node: it has neither link nor content')
    return decodeNode(await loadValue(blocks, child.link, options), { codec, level })
  }
  const load = async (child: Child<Value>, level: number | undefined, options: AbortOptions) => {
    const loading = child.loading ?? read(child, level, options)
    child.loading = loading
    try {
      // Another reader may have been faster, and its node may have changed since.
      const node = await loading
      child.node ??= node
      return child.node
    } finally {
      child.loading = undefined
    }
  }
  /** The nodes and their holders from the top down; shorter where the key has no place yet. */
  const descend = async (key: bigint, options: AbortOptions): Promise<Step<Value>[]> => {
    const steps: Step<Value>[] = []
    let level: number | undefined
    for (let child = top; child; ) {
      const node: Node<Value> = child.node ?? (await load(child, level, options))
      steps.push({ child, node })
      if (node.level === 0 || (steps.length === 1 && levelOf(key) > node.level)) break
      level = node.level - 1
      child = node.children.get(slotOf(key, node.level))
    }
    return steps
  }
  const holds = (key: bigint): boolean => {
    let child = top
    while (child?.node && child.node.level > 0) child = child.node.children.get(slotOf(key, child.node.level))
    return child === undefined || child.node !== undefined
  }
  const leafOf = (steps: readonly Step<Value>[], key: bigint) => {
    const node = steps.at(-1)?.node
    const isReached = node?.level === 0 && (steps.length > 1 || levelOf(key) === 0)
    return isReached ? node : undefined
  }
  const growTo = (level: number, node: Node<Value>) => {
    for (let at = node.level + 1; at <= level; at += 1) {
      const above = { ...emptyNode<Value>(at), count: top?.node?.count ?? 0 }
      if (top) above.children.set(0, top)
      top = { link: undefined, node: above }
    }
  }
  const shrink = async (options: AbortOptions) => {
    for (;;) {
      if (!top) return
      const node = await load(top, undefined, options)
      const only = node.level > 0 && node.children.size === 1 ? node.children.get(0) : undefined
      if (node.count === 0) top = undefined
      if (!only) return
      top = only
    }
  }

  return {
    async get(key, options = {}) {
      return leafOf(await descend(key, options), key)?.values.get(slotOf(key, 0))
    },
    async set(key, value, options = {}) {
      const found = await descend(key, options)
      if (!found[0]) top = { link: undefined, node: emptyNode(levelOf(key)) }
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
      touch(steps, isNew ? 1 : 0)
    },
    async delete(key, options = {}) {
      const steps = await descend(key, options)
      const leaf = leafOf(steps, key)
      if (!leaf?.values.delete(slotOf(key, 0))) return false
      touch(steps, -1)
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
    async size(options = {}) {
      return top ? (await load(top, undefined, options)).count : 0
    },
    entries: (options = {}) => scan(top, { ...options, read }),
    async path(key, options = {}) {
      const steps = await descend(key, options)
      return leafOf(steps, key)?.values.has(slotOf(key, 0))
        ? steps.flatMap(({ child }) => child.link ?? [])
        : []
    },
    async save(saved) {
      if (top) await saveChild(top, { codec, blocks, saved })
      return top?.link
    },
  }
}

interface Step<Value> {
  readonly child: Child<Value>
  readonly node: Node<Value>
}

function touch<Value>(steps: readonly Step<Value>[], added: number): void {
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
