import { loadOnce } from '../state/load-once.ts'
import type { BlockSession } from './session.ts'

/** Blocks for strangers. The mark keeps a reader of all blocks from taking their place. */
export interface PublicBlocks extends BlockSession {
  readonly isPublic: true
}

export interface PublicBlocksOptions {
  readonly source: BlockSession
  /** What each part hides, by its name; asked for once. */
  readonly hides: () => Promise<Readonly<Record<string, (bytes: Uint8Array) => boolean>>>
}

/**
 * The fourth layer of block access: what is held, without what parts of the node hide, such as drafts, which commits
 * and the ledger name. Everything that answers a stranger reads this, and filters nothing itself.
 */
export function createPublicBlocks({ source, hides }: PublicBlocksOptions): PublicBlocks {
  const hiding = loadOnce(async () => Object.values(await hides()))
  const blocks: PublicBlocks = {
    isPublic: true,
    async get(cid, options) {
      const bytes = await source.get(cid, options)
      if (bytes === undefined) return undefined
      const isHidden = (await hiding()).some((hidesBytes) => hidesBytes(bytes))
      return isHidden ? undefined : bytes
    },
    async has(cid, options) {
      return (await blocks.get(cid, options)) !== undefined
    },
    async stat(cid, options) {
      const stat = await source.stat(cid, options)
      return stat && (await blocks.has(cid, options)) ? stat : undefined
    },
  }
  return blocks
}
