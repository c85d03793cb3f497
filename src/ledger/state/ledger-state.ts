import { cborBlock } from '../../blocks/cbor-block.ts'
import type { CID } from '../../codec/cid/cid.ts'
import type { DagMap } from '../../codec/ipld/dag-value.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Block } from '../../ports/blockstore.ts'
import { type LedgerBlocks, loadValue } from '../blocks/load-value.ts'
import { ledgerError } from '../errors.ts'
import { parseRollappId } from '../identifiers/rollapp-id.ts'
import type { ScanOptions } from '../trie/scan.ts'
import { createTrie } from '../trie/trie.ts'
import type { LedgerParams } from './params.ts'
import { editQueue, type QueueEditor } from './queue-editor.ts'
import { editRollapp, type RollappEditor } from './rollapp-editor.ts'
import { decodeRollapp, links, type RollappNode } from './rollapp-node.ts'
import { encodeRoot, loadNewestRoot, loadRoot } from './root.ts'

/** The state below one root: loaded on demand, changed in memory, saved as the next root. */
export interface LedgerState {
  /** The opened root. */
  readonly cid: CID
  readonly prev: CID | undefined
  readonly op: DagMap
  readonly blocks: LedgerBlocks
  height: bigint
  params: LedgerParams
  readonly queue: QueueEditor
  /** `undefined` for an unknown id. */
  findRollapp(id: string, options?: AbortOptions): Promise<RollappEditor | undefined>
  /** Throws `not-found` (1007) for an unknown id. */
  rollapp(id: string, options?: AbortOptions): Promise<RollappEditor>
  byEip155(eip155: bigint, options?: AbortOptions): Promise<RollappEditor | undefined>
  addRollapp(eip155: bigint, node: RollappNode): RollappEditor
  rollappCount(options?: AbortOptions): Promise<number>
  /** Rollapps by EIP155 number, as stored under the root. Changes in memory are not included. */
  rollapps(options?: ScanOptions): AsyncGenerator<readonly [eip155: bigint, node: RollappNode], void>
  /** CIDs of the blocks from the root to the node of a rollapp. */
  rollappPath(eip155: bigint, options?: AbortOptions): Promise<readonly CID[]>
  /** Adds a record's block to the blocks that `save` returns. */
  addBlock(block: Block): void
  /** Encodes the next root. Returns the new blocks, the root's block last. */
  save(op: DagMap): Promise<{ readonly cid: CID; readonly blocks: readonly Block[] }>
}

export interface OpenStateOptions extends AbortOptions {
  /** True for the newest root. For an older root, every call checks that it is still stored. */
  readonly isNewest?: boolean | undefined
}

/** Opens a root. Throws `corrupt` for a block that is no root, `not-found` (3005) for a missing one. */
export async function openState(
  blocks: LedgerBlocks,
  cid: CID,
  { isNewest = false, ...options }: OpenStateOptions,
): Promise<LedgerState> {
  const root = await (isNewest ? loadNewestRoot : loadRoot)(blocks, cid, options)
  const known = createTrie({ root: root.rollapps, blocks, codec: links })
  const queue = editQueue(root.queue, blocks)
  const opened = new Map<bigint, RollappEditor>()
  const kept: Block[] = []
  const readNode = async (link: CID, options: AbortOptions) =>
    decodeRollapp(await loadValue(blocks, link, options))

  const byEip155: LedgerState['byEip155'] = async (eip155, options = {}) => {
    const held = opened.get(eip155)
    if (held) return held
    const link = await known.get(eip155, options)
    if (!link) return undefined
    const node = await readNode(link, options)
    // A concurrent call may have opened the rollapp, and changed it since.
    const rollapp = opened.get(eip155) ?? editRollapp(node, blocks)
    opened.set(eip155, rollapp)
    return rollapp
  }
  const findRollapp: LedgerState['findRollapp'] = async (text, options) => {
    const id = parseRollappId(text)
    const rollapp = id && (await byEip155(id.eip155, options))
    return rollapp?.node.id === id?.id ? rollapp : undefined
  }

  const state: LedgerState = {
    cid,
    prev: root.prev,
    op: root.op,
    blocks,
    height: root.height,
    params: root.params,
    queue,
    byEip155,
    findRollapp,
    async rollapp(id, options) {
      const rollapp = await findRollapp(id, options)
      if (rollapp) return rollapp
      throw ledgerError('unknownRollapp', `Cannot find rollapp "${id.slice(0, 80)}"`)
    },
    addRollapp(eip155, node) {
      const rollapp = editRollapp(node, blocks)
      rollapp.change({})
      opened.set(eip155, rollapp)
      return rollapp
    },
    rollappCount: (options) => known.size(options),
    async *rollapps(options = {}) {
      for await (const [eip155, link] of known.entries(options)) yield [eip155, await readNode(link, options)]
    },
    async rollappPath(eip155, options) {
      const link = await known.get(eip155, options)
      return link ? [cid, ...(await known.path(eip155, options)), link] : []
    },
    addBlock(block) {
      kept.push(block)
    },
    async save(op) {
      const saved = [...kept]
      for (const [eip155, rollapp] of opened) {
        const link = await rollapp.save(saved)
        if (link) await known.set(eip155, link)
      }
      const rollapps = await known.save(saved)
      const { height, params } = state
      const next = { height, params, rollapps, queue: await queue.save(saved), prev: cid, op }
      const value = encodeRoot(next)
      const block = await cborBlock(value)
      saved.push(block)
      blocks.values?.keep(block.cid, value)
      return { cid: block.cid, blocks: saved }
    },
  }
  return state
}
