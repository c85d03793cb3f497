import type { BlockReader } from '../blocks/load-block.ts'
import { isBlock } from '../blocks/source.ts'
import type { CID } from '../codec/cid/cid.ts'
import { isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'

export interface HealOptions extends AbortOptions {
  /** True when no copy of the block can be read, or all are corrupt. */
  readonly isCorrupt: boolean
  readonly blockstore: Pick<Blockstore, 'replace'>
  /** Reads copies without verifying them. */
  readonly stored: Pick<Blockstore, 'copies'>
  readonly gateways: readonly BlockReader[]
}

/**
 * Rewrites a stored block when one of its copies is corrupt: from a valid copy, else from the first gateway that
 * has it. False when all copies are valid, or when no valid bytes were found.
 */
export async function healBlock(
  cid: CID,
  { blockstore, stored, gateways, isCorrupt, signal }: HealOptions,
): Promise<boolean> {
  let good: Uint8Array | undefined
  let isDamaged = isCorrupt
  for await (const bytes of stored.copies(cid, { signal })) {
    if (await isBlock(cid, bytes)) good = bytes
    else isDamaged = true
  }
  if (!isDamaged) return false
  const right = good ?? (await download(cid, gateways, { signal }))
  if (right) await blockstore.replace(cid, right, { signal })
  return right !== undefined
}

/** `undefined` when no gateway gives valid bytes. */
async function download(
  cid: CID,
  gateways: readonly BlockReader[],
  options: AbortOptions,
): Promise<Uint8Array | undefined> {
  for (const gateway of gateways) {
    try {
      const bytes = await gateway.get(cid, options)
      if (bytes && (await isBlock(cid, bytes))) return bytes
    } catch (error) {
      options.signal?.throwIfAborted()
      if (!isDomainError(error)) throw error
    }
  }
  return undefined
}
