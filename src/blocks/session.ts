import type { CID } from '../codec/cid/cid.ts'
import { isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import { isBlock } from './source.ts'

/** Reads blocks for one call. The session's signal aborts all reads, the signal of a read only that read. */
export type BlockSession = Pick<Blockstore, 'get' | 'has' | 'stat'>

export interface SessionOptions extends AbortOptions {
  /** Reads only local blocks: a block that is not held here is absent. Default: false. */
  readonly offline?: boolean | undefined
}

/** The third layer of block access: opens a session for each call. */
export interface Sessions {
  open(options?: SessionOptions): BlockSession
}

export interface SessionsOptions {
  /** The verified blocks of this host. */
  readonly source: BlockSession
  /** Further sources of blocks, in the order in which they are tried. Their bytes are verified. */
  readonly others: readonly Pick<Blockstore, 'get'>[]
}

/**
 * Creates sessions that read the source first and then, unless the call is offline, the other sources. A source
 * that fails or returns wrong bytes is treated as one without the block. `has` and `stat` ask only the source.
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
