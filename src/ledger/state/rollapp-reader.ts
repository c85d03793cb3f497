import type { AbortOptions } from '../../ports/abort.ts'
import { type LedgerBlocks, loadValue } from '../blocks/load-value.ts'
import { parseRollappId } from '../identifiers/rollapp-id.ts'
import { readTrie, type TrieReader } from '../trie/trie-reader.ts'
import { decodeRollapp, links, type RollappNode, type UpdateLeaf, updateLeaves } from './rollapp-node.ts'
import type { LedgerRoot } from './root.ts'

/** One rollapp as stored under a root. */
export interface RollappReader {
  readonly node: RollappNode
  /** Records by index. */
  readonly updates: TrieReader<UpdateLeaf>
}

export function openRollapp(node: RollappNode, blocks: LedgerBlocks): RollappReader {
  return { node, updates: readTrie({ root: node.updates, blocks, codec: updateLeaves }) }
}

/** Reads a rollapp; `undefined` for an unknown id. Throws `corrupt`, and 3005 for a missing block. */
export async function findRollapp(
  blocks: LedgerBlocks,
  { rollapps }: Pick<LedgerRoot, 'rollapps'>,
  { rollappId, ...options }: AbortOptions & { readonly rollappId: string },
): Promise<RollappReader | undefined> {
  const id = parseRollappId(rollappId)
  const known = readTrie({ root: rollapps, blocks, codec: links })
  const link = id && (await known.get(id.eip155, options))
  if (!link) return undefined
  const node = decodeRollapp(await loadValue(blocks, link, options))
  return node.id === id.id ? openRollapp(node, blocks) : undefined
}
