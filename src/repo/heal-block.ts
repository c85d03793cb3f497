import type { BlockReader } from '../blocks/load-block.ts'
import { isBlock } from '../blocks/source.ts'
import type { CID } from '../codec/cid/cid.ts'
import { isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import type { Clock } from '../ports/clock.ts'
import { withTimeLimit } from '../streams/with-time-limit.ts'

export interface HealOptions extends AbortOptions {
  /** True when no copy of the block can be read, or all are corrupt. */
  readonly isCorrupt: boolean
  readonly blockstore: Pick<Blockstore, 'replace'>
  /** Reads copies without verifying them. */
  readonly stored: Pick<Blockstore, 'copies'>
  /** Other nodes that may supply corrupt blocks, in order of preference. */
  readonly gateways: readonly BlockReader[]
  readonly clock: Pick<Clock, 'sleep'>
  /** Milliseconds that a gateway may take for a block. Only its own limit holds when 0 or absent. */
  readonly healTimeoutMs?: number | undefined
}

/**
 * Rewrites a stored block when one of its copies is corrupt: from a valid copy, else from the first gateway that
 * has it. False when all copies are valid, or when no valid bytes were found.
 */
export async function healBlock(cid: CID, options: HealOptions): Promise<boolean> {
  const { blockstore, stored, isCorrupt, signal } = options
  let good: Uint8Array | undefined
  let isDamaged = isCorrupt
  for await (const bytes of stored.copies(cid, { signal })) {
    if (await isBlock(cid, bytes)) good = bytes
    else isDamaged = true
  }
  if (!isDamaged) return false
  const right = good ?? (await download(cid, options))
  if (right) await blockstore.replace(cid, right, { signal })
  return right !== undefined
}

/** `undefined` when no gateway gives valid bytes in time. */
async function download(
  cid: CID,
  { gateways, signal, ...limits }: HealOptions,
): Promise<Uint8Array | undefined> {
  for (const gateway of gateways) {
    try {
      const bytes = await readInTime(gateway, cid, { ...limits, signal })
      if (bytes && (await isBlock(cid, bytes))) return bytes
    } catch (error) {
      signal?.throwIfAborted()
      if (!isDomainError(error)) throw error
    }
  }
  return undefined
}

type TimeLimit = Pick<HealOptions, 'clock' | 'healTimeoutMs' | 'signal'>

/** `undefined` when the time is up. */
async function readInTime(
  gateway: BlockReader,
  cid: CID,
  { clock, healTimeoutMs: maxMs = 0, signal }: TimeLimit,
): Promise<Uint8Array | undefined> {
  if (maxMs === 0) return gateway.get(cid, { signal })
  const late = new AbortController()
  try {
    return await withTimeLimit(() => gateway.get(cid, { signal: late.signal }), {
      clock,
      late,
      maxMs,
      signal,
    })
  } catch (error) {
    signal?.throwIfAborted()
    if (late.signal.aborted) return undefined
    throw error
  }
}
