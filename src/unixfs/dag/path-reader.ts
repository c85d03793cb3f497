import type { BlockReader } from '../../blocks/load-block.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Lane } from '../../streams/lane.ts'

/** The result of resolving a mutable name. */
export interface ResolvedName {
  /** A content path such as `/ipfs/<cid>/a`; `/ipns/…` only when `recursive` is false. */
  readonly path: string
  /** How long the result may be cached; 0 when unknown. */
  readonly ttlMs: number
}

/** How a name is searched for. */
export interface SearchNameOptions extends AbortOptions {
  /** True reads from this node alone. */
  readonly isLocal?: boolean | undefined
  /** True asks others even if the answer that is known counts still. */
  readonly isFresh?: boolean | undefined
  /** Ends the search after so many records of others. Default: when all have answered. */
  readonly maxRecords?: number | undefined
  /** Time limit for asking others, in milliseconds. Default: 60 seconds. */
  readonly maxMs?: number | undefined
  /** The same limit where a record is known, which is used when nobody answers in time. Default: `maxMs`. */
  readonly knownMaxMs?: number | undefined
  /** A queue for asking others. Its error is thrown only for a name of which nothing is known. */
  readonly searchLane?: Pick<Lane, 'enter'> | undefined
}

export interface ResolveNameOptions extends SearchNameOptions {
  /** False takes one step: a name that points to a name resolves to that name. True when absent. */
  readonly recursive?: boolean | undefined
}

/**
 * Resolves a mutable name: a peer id in any spelling, or a domain name. Throws `invalid-argument` for any other text,
 * `not-found` for an unknown name, `corrupt` for a chain of names that is too long.
 */
export type ResolveName = (name: string, options?: ResolveNameOptions) => Promise<ResolvedName>

/** Reads the blocks of a path, and resolves its mutable name if the node can. */
export interface PathReader extends BlockReader {
  readonly resolveName?: ResolveName
}
