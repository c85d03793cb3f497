import type { CID } from '../codec/cid/cid.ts'
import { isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import { isBlock } from './source.ts'

/** Reads the blocks of one call. Its signal ends every read, the one of a single read only that. */
export type BlockSession = Pick<Blockstore, 'get' | 'has' | 'stat'>

export interface SessionOptions extends AbortOptions {
  /** Asks nobody else: a block that is not held here is absent. False when absent. */
  readonly offline?: boolean | undefined
}

/** The third layer of block access: opens a session for each call. */
export interface Sessions {
  open(options?: SessionOptions): BlockSession
}

export interface SessionsOptions {
  /** What this host holds, verified. */
  readonly source: BlockSession
  /** Other places to get blocks from, in this order; their bytes are verified here. */
  readonly others: readonly Pick<Blockstore, 'get'>[]
}

/**
 * Makes sessions that read the source first, and then the other places, unless the call is offline. Another place
 * that fails or gives wrong bytes counts as one that does not have the block. `has` and `stat` ask the source alone.
 */
export function createSessions({ source, others }: SessionsOptions): Sessions {
  const fetched = async (cid: CID, options: AbortOptions): Promise<Uint8Array | undefined> => {
    for (const other of others) {
      try {
        const bytes = await other.get(cid, options)
        if (bytes && (await isBlock(cid, bytes))) return bytes
      } catch (error) {
        options.signal?.throwIfAborted()
        if (!isDomainError(error)) throw error
      }
    }
    return undefined
  }

  return {
    open({ offline = false, signal } = {}) {
      const bound = (options: AbortOptions = {}): AbortOptions => {
        if (!signal || !options.signal || options.signal === signal)
          return { signal: options.signal ?? signal }
        return { signal: AbortSignal.any([signal, options.signal]) }
      }
      return {
        async get(cid, options) {
          const bounded = bound(options)
          const held = await source.get(cid, bounded)
          return held !== undefined || offline ? held : fetched(cid, bounded)
        },
        has: (cid, options) => source.has(cid, bound(options)),
        stat: (cid, options) => source.stat(cid, bound(options)),
      }
    },
  }
}
