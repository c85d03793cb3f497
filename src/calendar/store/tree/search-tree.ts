import { cborBlock } from '../../../blocks/cbor-block.ts'
import type { CID } from '../../../codec/cid/cid.ts'
import { DomainError } from '../../../errors.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Block, Blockstore } from '../../../ports/blockstore.ts'
import { readCborBlock } from '../record-block.ts'
import { readPaths } from './read-paths.ts'
import { levelOfKey, placeOf, readTreeNode, type TreeNode, treeNodeValue } from './tree-node.ts'

/** New values by key; `null` removes a key. */
export type TreeChanges = ReadonlyMap<string, CID | null>

export interface ChangedTree {
  readonly root: CID
  /** The new nodes, children first, without those that the old tree has too. */
  readonly blocks: readonly Block[]
}

/**
 * A Merkle search tree: a map from texts to CIDs whose root depends only on its entries, not on the order of
 * insertion. Changes are applied in bulk: each node on their paths is read once and written once.
 */
export interface SearchTree {
  /** Computes the tree after the changes and stores nothing. An absent root is the empty tree. */
  change(root: CID | undefined, changes: TreeChanges, options?: AbortOptions): Promise<ChangedTree>
  /** All entries in key order. */
  entries(root: CID, options?: AbortOptions): AsyncGenerator<readonly [key: string, value: CID], void>
}

/** A mutable node. `origin` is the block it was read from, until the node changes. */
interface Draft {
  keys: string[]
  values: CID[]
  below: Below[]
  origin: CID | undefined
}
type Below = CID | Draft | null

/** Cached decoded nodes of some 1 KB each: the upper levels of a tree and recently used paths. */
const KEPT_NODES = 2048
/** Maximum number of levels. Three keys in four are on the lowest level, and so on upwards. */
const MAX_LEVELS = 64

export function createSearchTree(blockstore: Pick<Blockstore, 'get'>): SearchTree {
  const kept = new Map<string, TreeNode>()

  const keep = (cid: CID, node: TreeNode) => {
    const oldest = kept.size >= KEPT_NODES ? kept.keys().next() : undefined
    if (oldest?.done === false) kept.delete(oldest.value)
    kept.set(cid.toString(), node)
  }
  const read = async (cid: CID, options: AbortOptions): Promise<TreeNode> => {
    const key = cid.toString()
    const held = kept.get(key)
    if (held) {
      kept.delete(key)
      kept.set(key, held)
      return held
    }
    const node = readTreeNode(await readCborBlock(blockstore, cid, options))
    keep(cid, node)
    return node
  }

  return {
    async change(root, changes, options = {}) {
      const readNode = (cid: CID) => read(cid, options)
      const onPaths = await readPaths(readNode, root, [...changes.keys()])
      const draft = createDraftTree(async (cid) => onPaths.get(cid.toString()) ?? readNode(cid))
      await draft.open(root)
      for (const [key, value] of changes) {
        if (value) await draft.put(key, value)
        else await draft.remove(key)
      }
      const blocks: Block[] = []
      const written = await write(draft.top(), async (node) => {
        const block = await cborBlock(treeNodeValue(node))
        keep(block.cid, node)
        blocks.push(block)
        return block.cid
      })
      return { root: written, blocks }
    },

    async *entries(root, options = {}) {
      const waiting: (CID | readonly [string, CID])[] = [root]
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        if (isEntry(next)) {
          yield next
          continue
        }
        const { keys, values, below } = await read(next, options)
        for (let at = keys.length; at >= 0; at -= 1) {
          const [key, value, tree] = [keys[at], values[at], below[at]]
          if (key !== undefined && value) waiting.push([key, value])
          if (tree) waiting.push(tree)
        }
      }
    },
  }
}

function isEntry(item: CID | readonly [string, CID]): item is readonly [string, CID] {
  return Array.isArray(item)
}

/** Writes changed nodes, children first. Unchanged nodes keep their CID. */
async function write(node: Draft, store: (node: TreeNode) => Promise<CID>): Promise<CID> {
  if (node.origin) return node.origin
  const below: (CID | null)[] = []
  for (const tree of node.below) below.push(isDraft(tree) ? await write(tree, store) : tree)
  return store({ keys: node.keys, values: node.values, below })
}

function isDraft(below: Below): below is Draft {
  return below !== null && 'origin' in below
}

interface DraftTree {
  open(root: CID | undefined): Promise<void>
  put(key: string, value: CID): Promise<void>
  remove(key: string): Promise<void>
  top(): Draft
}

function createDraftTree(read: (cid: CID) => Promise<TreeNode>): DraftTree {
  let top = emptyDraft()
  let topLevel = 0

  /** A mutable node for a subtree. The caller puts it in place of the subtree. */
  const toDraft = async (below: Below): Promise<Draft> => {
    if (below === null) return emptyDraft()
    if (isDraft(below)) return below
    const { keys, values, below: trees } = await read(below)
    return { keys: [...keys], values: [...values], below: [...trees], origin: below }
  }

  const split = async (tree: Below, key: string): Promise<readonly [Below, Below]> => {
    if (tree === null) return [null, null]
    const { keys, values, below } = await toDraft(tree)
    const at = placeOf(keys, key)
    const [before, after] = await split(below[at] ?? null, key)
    const left = {
      keys: keys.slice(0, at),
      values: values.slice(0, at),
      below: [...below.slice(0, at), before],
    }
    const right = { keys: keys.slice(at), values: values.slice(at), below: [after, ...below.slice(at + 1)] }
    return [unlessEmpty(left), unlessEmpty(right)]
  }

  const join = async (left: Below, right: Below): Promise<Below> => {
    if (left === null) return right
    if (right === null) return left
    const [a, b] = [await toDraft(left), await toDraft(right)]
    const middle = await join(a.below.at(-1) ?? null, b.below[0] ?? null)
    return {
      keys: [...a.keys, ...b.keys],
      values: [...a.values, ...b.values],
      below: [...a.below.slice(0, -1), middle, ...b.below.slice(1)],
      origin: undefined,
    }
  }

  const putInto = async (node: Draft, key: string, value: CID): Promise<void> => {
    const at = placeOf(node.keys, key)
    if (node.keys[at] === key) {
      if (node.values[at]?.equals(value)) return
      node.values[at] = value
    } else {
      const [before, after] = await split(node.below[at] ?? null, key)
      node.keys.splice(at, 0, key)
      node.values.splice(at, 0, value)
      node.below.splice(at, 1, before, after)
    }
    node.origin = undefined
  }

  const removeFrom = async (node: Draft, key: string): Promise<void> => {
    const at = placeOf(node.keys, key)
    if (node.keys[at] !== key) return
    const between = await join(node.below[at] ?? null, node.below[at + 1] ?? null)
    node.keys.splice(at, 1)
    node.values.splice(at, 1)
    node.below.splice(at, 2, between)
    node.origin = undefined
  }

  /** Descends to the key's level, changes the node there, and updates the nodes on the path when it changed. */
  const descend = async (
    node: Draft,
    levels: number,
    key: string,
    change: (node: Draft) => Promise<void>,
  ): Promise<void> => {
    if (levels === 0) return change(node)
    const at = placeOf(node.keys, key)
    const child = await toDraft(node.below[at] ?? null)
    await descend(child, levels - 1, key, change)
    if (child.origin) return
    node.below[at] = isEmpty(child) ? null : child
    node.origin = undefined
  }

  return {
    async open(root) {
      if (!root) return
      top = await toDraft(root)
      const [first] = top.keys
      topLevel = first === undefined ? 0 : await levelOfKey(first)
    },
    async put(key, value) {
      const level = await levelOfKey(key)
      if (level > MAX_LEVELS)
        throw new DomainError('too-large', `Cannot keep "${key}": its level is ${level}`)
      if (isEmpty(top)) topLevel = level
      for (; topLevel < level; topLevel += 1) {
        top = { keys: [], values: [], below: [top], origin: undefined }
      }
      await descend(top, topLevel - level, key, (node) => putInto(node, key, value))
    },
    async remove(key) {
      const level = await levelOfKey(key)
      if (level > topLevel) return
      await descend(top, topLevel - level, key, (node) => removeFrom(node, key))
      while (top.keys.length === 0 && (top.below[0] ?? null) !== null) {
        top = await toDraft(top.below[0] ?? null)
        topLevel -= 1
      }
    },
    top: () => top,
  }
}

function emptyDraft(): Draft {
  return { keys: [], values: [], below: [null], origin: undefined }
}

function isEmpty({ keys, below }: Pick<Draft, 'keys' | 'below'>): boolean {
  return keys.length === 0 && below.length === 1 && below[0] === null
}

function unlessEmpty(node: Omit<Draft, 'origin'>): Draft | null {
  return isEmpty(node) ? null : { ...node, origin: undefined }
}
