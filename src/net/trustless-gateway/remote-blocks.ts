import type { BlockReader } from '../../blocks/load-block.ts'
import { blockKey, type CID } from '../../codec/cid/cid.ts'
import { verifyBlock } from '../../codec/cid/multihash.ts'
import { MAX_BLOCK_BYTES } from '../../codec/dag-pb/dag-pb.ts'
import { DomainError, isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { boundedRequest, type RemoteOptions } from './bounded-request.ts'
import { type ChainReader, remoteChain } from './remote-chain.ts'

/** How much of another node is read before its audit is given up. */
export interface RemoteBudget {
  /** Blocks that were asked for, held there or not. */
  readonly blocks: number
  readonly totalBytes: number
  /** From the first to the last block. */
  readonly durationMs: number
}

const ONE_AUDIT: RemoteBudget = {
  blocks: 1_000_000,
  totalBytes: 4 * 1024 ** 3,
  durationMs: 60 * 60 * 1000,
}

export interface RemoteBlocks extends BlockReader {
  /** Roots of a ledger from the newest back, many for one request. Leave it at the end. */
  readonly roots: ChainReader
}

/** Of what was read last, for a batch is wanted more than once, and a trie's upper nodes are. */
const KEPT_BYTES = 16 * 1024 * 1024

/** A gateway that has no such block says so, and one that will not give it does. */
const WITHHELD = [404, 410, 451]

/**
 * The blocks of another node, by its trustless gateway, each hashed before it is given. They stay in memory,
 * 16 MiB of them, and nothing is stored. What this node itself holds is not looked at: a block is withheld when
 * the other does not hand it out, and the other need not learn what is here.
 *
 * `get` throws `corrupt` for other bytes than those that were asked for, and `unavailable` where nothing is
 * known of the block: nobody answered, or the audit has read its fill.
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
  /** Begins with one more block. */
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
    const bytes = await download(new URL(`/ipfs/${cid}?format=raw`, origin), { outbound, clock, ...options })
    if (!bytes) return undefined
    totalBytes += bytes.byteLength
    await verified(origin, { cid, bytes })
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

/** `undefined` when the node says that it does not have it, or does not give it. */
async function download(url: URL, options: RemoteOptions & AbortOptions): Promise<Uint8Array | undefined> {
  try {
    const { status, bytes } = await boundedRequest(url, { ...options, maxBytes: MAX_BLOCK_BYTES })
    if (status === 200) return bytes
    if (WITHHELD.includes(status)) return undefined
    const state = `it answers ${status}. Wait, then try again`
    throw new DomainError('unavailable', `Cannot read "${url.origin}${url.pathname}": ${state}`)
  } catch (error) {
    if (!isDomainError(error, 'too-large')) throw error
    const text = `"${url.origin}" answers "${url.pathname}" with more than the ${MAX_BLOCK_BYTES} bytes of a block`
    throw new DomainError('corrupt', text, { cause: error })
  }
}

async function verified(
  origin: string,
  { cid, bytes }: { readonly cid: CID; readonly bytes: Uint8Array },
): Promise<void> {
  try {
    await verifyBlock(cid, bytes)
  } catch (cause) {
    if (!isDomainError(cause, 'corrupt')) throw cause
    throw new DomainError('corrupt', `"${origin}" answers block "${cid}" with other bytes`, { cause })
  }
}
