import type { BlockReader } from '../../blocks/load-block.ts'
import { blockKey, type CID } from '../../codec/cid/cid.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { RemoteOptions } from './bounded-request.ts'
import { remoteBlock } from './remote-block.ts'
import { type ChainReader, remoteChain } from './remote-chain.ts'

/** Limits for reading another node in one audit. */
export interface RemoteBudget {
  /** Blocks that were requested, found or not. */
  readonly blocks: number
  readonly totalBytes: number
  /** Time from the first to the last block. */
  readonly durationMs: number
}

const ONE_AUDIT: RemoteBudget = {
  blocks: 1_000_000,
  totalBytes: 4 * 1024 ** 3,
  durationMs: 60 * 60 * 1000,
}

export interface RemoteBlocks extends BlockReader {
  /** Reads roots of a ledger, from the newest back, many with one request. Call `leave` at the end. */
  readonly roots: ChainReader
}

/**
 * Size of the cache of recent blocks: the blocks of a batch and the upper nodes of a trie are needed more than
 * once.
 */
const KEPT_BYTES = 16 * 1024 * 1024

/**
 * Reads the blocks of another node from its trustless gateway, and verifies each. A cache of 16 MiB holds them
 * in memory, and nothing is stored. Blocks of this node are not used: a block that the other node does not
 * provide must count as withheld, and the other node must not learn which blocks are here.
 *
 * `get` throws `corrupt` for wrong bytes, and `unavailable` when it is unknown whether the block exists: the
 * node did not answer, or the limits of the audit are reached.
 */
export function remoteBlocks(
  origin: string,
  { outbound, clock, budget = ONE_AUDIT }: RemoteOptions & { readonly budget?: RemoteBudget },
): RemoteBlocks {
  const kept = new Map<string, Uint8Array>()
  const flying = new Map<string, Promise<Uint8Array | undefined>>()
  const endMs = clock.now() + budget.durationMs
  let keptBytes = 0
  let blocks = 0
  let totalBytes = 0

  const keep = (key: string, bytes: Uint8Array) => {
    kept.set(key, bytes)
    keptBytes += bytes.byteLength
    for (const [oldest, { byteLength }] of kept) {
      if (keptBytes <= KEPT_BYTES) return
      kept.delete(oldest)
      keptBytes -= byteLength
    }
  }
  /** Counts one more block. Throws when a limit is reached. */
  const count = () => {
    if (blocks >= budget.blocks || totalBytes >= budget.totalBytes || clock.now() > endMs) {
      const read = `${blocks} blocks of ${totalBytes} bytes`
      throw new DomainError(
        'unavailable',
        `Cannot read more of "${origin}": ${read} are enough for one audit`,
      )
    }
    blocks += 1
  }
  const load = async (cid: CID, options: AbortOptions) => {
    count()
    const bytes = await remoteBlock(origin, cid, {
      ...{ outbound, clock, ...options },
      onBytes: (sizeBytes) => {
        totalBytes += sizeBytes
      },
    })
    if (!bytes) return undefined
    keep(blockKey(cid), bytes)
    return bytes
  }

  const get: BlockReader['get'] = async (cid, options = {}) => {
    const key = blockKey(cid)
    const held = kept.get(key)
    if (held) return held
    const loading = flying.get(key) ?? load(cid, options).finally(() => flying.delete(key))
    flying.set(key, loading)
    return loading
  }
  const countRoot = (sizeBytes: number) => {
    count()
    totalBytes += sizeBytes
  }
  return { get, roots: remoteChain({ origin, outbound, clock, blocks: { get }, count: countRoot }) }
}
