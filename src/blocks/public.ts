import { loadOnce } from '../state/load-once.ts'
import type { BlockSession, SessionOptions, Sessions } from './session.ts'

/** Blocks that anonymous clients may read. The mark keeps a reader of all blocks from being passed by mistake. */
export interface PublicBlocks extends BlockSession {
  readonly isPublic: true
}

/** The predicates of the parts that hide blocks, by part name. */
export type HidesOfParts = () => Promise<
  Readonly<Record<string, (bytes: Uint8Array) => boolean | Promise<boolean>>>
>

export interface PublicBlocksOptions {
  readonly source: BlockSession
  /** Called once. */
  readonly hides: HidesOfParts
}

/** Opens a session for a call of an anonymous client that may have blocks fetched. */
export interface PublicSessions {
  open(options?: SessionOptions): PublicBlocks
}

/** Creates sessions without the blocks that parts hide, also when they come from elsewhere. */
export function createPublicSessions({
  sessions,
  hides,
}: {
  readonly sessions: Sessions
  readonly hides: HidesOfParts
}): PublicSessions {
  const hiding = loadOnce(hides)
  return { open: (options) => createPublicBlocks({ source: sessions.open(options), hides: hiding }) }
}

/**
 * Creates the fourth layer of block access: held blocks without those that parts of the node hide, such as
 * drafts of events, which commits and the ledger reference. Every reply to an anonymous client reads through
 * this layer, and does no filtering of its own.
 */
export function createPublicBlocks({ source, hides }: PublicBlocksOptions): PublicBlocks {
  const hiding = loadOnce(async () => Object.values(await hides()))
  const blocks: PublicBlocks = {
    isPublic: true,
    readAhead: source.readAhead,
    async get(cid, options) {
      const bytes = await source.get(cid, options)
      if (bytes === undefined) return undefined
      for (const hidesBytes of await hiding()) {
        const isHidden = hidesBytes(bytes)
        // Most results are not promises, and awaiting each would cost a turn of the event loop for each block.
        if (isHidden !== false && (await isHidden)) return undefined
      }
      return bytes
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
