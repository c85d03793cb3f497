import type { ContentLock } from '../../content-lock/content-lock.ts'
import { isDomainError } from '../../errors.ts'
import type { DagWalk } from '../../pins/dag-walk.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { ledgerError } from '../errors.ts'
import { parseContentPath } from '../identifiers/da-path.ts'

export interface CheckContentOptions extends AbortOptions {
  readonly walk: DagWalk
  readonly contentLock: Pick<ContentLock, 'protect'>
  /** True refuses a path to content that is not held whole. */
  readonly mustBeHeld: boolean
}

/**
 * Sees to it that what is held of the content a record leads to stays until the record itself keeps it: needed
 * only beside a collection. Paths of other schemes pass.
 *
 * Throws 3001 for a bad path, and `failed-precondition` (3002) for content that must be held and is not.
 */
export async function checkContent(
  daPath: string,
  { walk, contentLock, mustBeHeld, signal }: CheckContentOptions,
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
  } catch (cause) {
    signal?.throwIfAborted()
    if (!isDomainError(cause)) throw cause
    throw ledgerError('unavailable', `Cannot take DAPath "${daPath.slice(0, 200)}"`, { cause })
  }
}
