import { cborBlock } from '../../blocks/cbor-block.ts'
import type { CID } from '../../codec/cid/cid.ts'
import type { Block } from '../../ports/blockstore.ts'
import type { LedgerBlocks } from '../blocks/load-value.ts'
import { createTrie, type Trie } from '../trie/trie.ts'
import {
  encodeRollapp,
  type RevertedUpdate,
  type RollappNode,
  revertedUpdates,
  type UpdateLeaf,
  updateLeaves,
} from './rollapp-node.ts'
import type { RollappReader } from './rollapp-reader.ts'

/** One rollapp, changed in memory between two roots. */
export interface RollappEditor extends RollappReader {
  /** The current fields, except the links to its tries. */
  readonly node: RollappNode
  readonly updates: Trie<UpdateLeaf>
  readonly reverted: Trie<RevertedUpdate>
  /** Changes fields. After a change of a trie, call it without fields to mark the rollapp as changed. */
  change(fields: Partial<RollappNode>): void
  /** Encodes a changed rollapp, adds its blocks to `saved` and returns the link; `undefined` when unchanged. */
  save(saved: Block[]): Promise<CID | undefined>
}

export function editRollapp(options: RollappNode, blocks: LedgerBlocks): RollappEditor {
  let node = options
  let isChanged = false
  const updates = createTrie({ root: options.updates, blocks, codec: updateLeaves })
  const reverted = createTrie({ root: options.reverted, blocks, codec: revertedUpdates })
  return {
    get node() {
      return node
    },
    updates,
    reverted,
    change(fields) {
      node = { ...node, ...fields }
      isChanged = true
    },
    async save(saved) {
      if (!isChanged) return undefined
      node = { ...node, updates: await updates.save(saved), reverted: await reverted.save(saved) }
      const value = encodeRollapp(node)
      const block = await cborBlock(value)
      saved.push(block)
      blocks.values?.keep(block.cid, value)
      isChanged = false
      return block.cid
    },
  }
}
