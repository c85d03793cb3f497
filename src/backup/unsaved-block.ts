import { type BlockReader, loadBlock } from '../blocks/load-block.ts'
import { CID } from '../codec/cid/cid.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { type KeptRoot, placeText } from './backed-up-roots.ts'

interface UnsavedOptions extends AbortOptions {
  readonly error: unknown
  /** When absent, the CID in the details of the error, or the root. */
  readonly cid?: CID | undefined
}

/**
 * The error of a block that ends a backup. Names where the block is used, its CID, and how to continue. Returns any
 * other error unchanged.
 */
export async function unsavedBlock(
  blocks: BlockReader,
  root: KeptRoot,
  { error, cid, signal }: UnsavedOptions,
): Promise<unknown> {
  const isMissing = isDomainError(error, 'not-found')
  if (!isMissing && !isDomainError(error, 'corrupt')) return error
  const bad = cid ?? CID.asCID(error.details['cid']) ?? root.cid
  const isCorrupt = !isMissing || (await isQuarantined(blocks, bad, { signal }))
  const place = await placeText(root, bad, { signal })
  const state = isCorrupt ? 'is corrupt; add' : 'is missing; add or fetch'
  const remedy =
    'its content again, import an earlier backup by dag/import, or leave it out with the option partial'
  const message = `Cannot back up ${place}: block "${bad}" ${state} ${remedy}`
  return new DomainError(isCorrupt ? 'corrupt' : 'not-found', message, { cause: error })
}

/** True for a block that a source reports as absent because its stored bytes are corrupt. */
async function isQuarantined(blocks: BlockReader, cid: CID, options: AbortOptions): Promise<boolean> {
  try {
    await loadBlock(blocks, cid, options)
    return false
  } catch (error) {
    return isDomainError(error, 'corrupt')
  }
}
