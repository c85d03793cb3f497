import type { CID } from '../codec/cid/cid.ts'
import type { Pins } from '../pins/pins.ts'
import type { AbortOptions } from '../ports/abort.ts'

export interface RetentionReasonOptions {
  readonly pins: Pick<Pins, 'retentionReason'>
  /** Asks each service, by its name, whether it relies on a block. */
  readonly keeps: () => Promise<
    Readonly<Record<string, (cid: CID, options: AbortOptions) => Promise<boolean>>>
  >
}

/**
 * Why a block may not be removed by itself: `pinned: recursive`, `in use by the calendar`; `undefined` when it may.
 * Spec gap: the documents know no keepers but pins.
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
