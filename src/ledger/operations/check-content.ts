import type { BlockReader } from '../../blocks/load-block.ts'
import type { ContentLock } from '../../content-lock/content-lock.ts'
import { isDomainError } from '../../errors.ts'
import type { DagWalk } from '../../pins/dag-walk.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { resolvePath } from '../../unixfs/dag/resolve.ts'
import { ledgerError } from '../errors.ts'
import { parseContentPath } from '../identifiers/da-path.ts'

export interface CheckContentOptions extends AbortOptions {
  readonly walk: DagWalk
  readonly blocks: BlockReader
  readonly contentLock: Pick<ContentLock, 'protect'>
  /** True refuses a path whose content is not completely stored. */
  readonly mustBeHeld: boolean
}

/**
 * Protects the stored content of a record from a running garbage collection until the record itself keeps it.
 * Ignores paths of other schemes.
 *
 * Throws 3001 for an invalid path, and `failed-precondition` (3002) when `mustBeHeld` is set and content is
 * missing, or the path leads to nothing in it.
 */
export async function checkContent(
  daPath: string,
  { walk, blocks, contentLock, mustBeHeld, signal }: CheckContentOptions,
): Promise<void> {
  const content = parseContentPath(daPath)
  if (!content) return
  const onBad = mustBeHeld ? undefined : () => undefined
  try {
    for await (const _ of walk(content.cid, {
      protect: contentLock.protect,
      signal,
      ...(onBad && { onBad }),
    }));
    if (mustBeHeld) await resolvePath(blocks, `/ipfs/${content.cid}/${content.path}`, { signal })
  } catch (cause) {
    signal?.throwIfAborted()
    if (!isDomainError(cause)) throw cause
    throw ledgerError('unavailable', `Cannot take DAPath "${daPath.slice(0, 200)}"`, { cause })
  }
}
