import type { BlockReader } from '../../blocks/load-block.ts'
import type { AbortOptions } from '../../ports/abort.ts'

/** What a name stands for. */
export interface ResolvedName {
  /** A content path such as `/ipfs/<cid>/a`; it begins with `/ipns/` only where names are not followed. */
  readonly path: string
  /** How long the answer may be taken for true; 0 where nothing says so. */
  readonly ttlMs: number
}

export interface ResolveNameOptions extends AbortOptions {
  /** False takes one step: a name that stands for a name leads to that one. True when absent. */
  readonly recursive?: boolean | undefined
}

/**
 * Says what a name stands for: a peer id in any spelling, or a domain name. Throws `invalid-argument` for what is
 * neither, `not-found` for a name that nothing is known of, `failed-precondition` for names that lead to one another
 * too often.
 */
export type ResolveName = (name: string, options?: ResolveNameOptions) => Promise<ResolvedName>

/** Reads what a path leads through: blocks, and names where there is somebody to ask for them. */
export interface PathReader extends BlockReader {
  readonly resolveName?: ResolveName | undefined
}
