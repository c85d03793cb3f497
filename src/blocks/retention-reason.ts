import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'

export interface RetentionReasonOptions {
  readonly pins: {
    /** The kind of pin that keeps a block; `undefined` when none does. */
    retentionReason(cid: CID, options?: AbortOptions): Promise<string | undefined>
  }
  /** Predicates by name of the service: whether it relies on a block. */
  readonly keeps: () => Promise<
    Readonly<Record<string, (cid: CID, options: AbortOptions) => Promise<boolean>>>
  >
}

/**
 * Creates a function that tells why a single block must not be removed: `pinned: recursive`, `in use by the
 * calendar`; `undefined` when it may be removed. Spec gap: the documents know no reasons but pins.
 */
export function createRetentionReason({ pins, keeps }: RetentionReasonOptions) {
  return async (cid: CID, options: AbortOptions = {}): Promise<string | undefined> => {
    const pinned = await pins.retentionReason(cid, options)
    if (pinned !== undefined) return pinned
    for (const [name, isKept] of Object.entries(await keeps())) {
      if (await isKept(cid, options)) return `in use by the ${name}`
    }
    return undefined
  }
}
