import type { CID } from '../codec/cid/cid.ts'
import type { Pins } from '../pins/pins.ts'
import type { AbortOptions } from '../ports/abort.ts'

type Keeps = (cid: CID, options: AbortOptions) => Promise<boolean>

export interface ReasonToKeepOptions {
  readonly pins: Pick<Pins, 'reasonToKeep'>
  /** By name: each asks whether its service stands on a block. */
  readonly services: Readonly<Record<string, readonly Keeps[]>>
}

/**
 * Why a block may not be removed by itself: `pinned: recursive`, `in use by the calendar`; `undefined` when it may.
 * Spec gap: the documents know no keepers but pins.
 */
export function createReasonToKeep({ pins, services }: ReasonToKeepOptions) {
  return async (cid: CID, options: AbortOptions = {}): Promise<string | undefined> => {
    const pinned = await pins.reasonToKeep(cid, options)
    if (pinned !== undefined) return pinned
    for (const [name, questions] of Object.entries(services)) {
      for (const keeps of questions) if (await keeps(cid, options)) return `in use by the ${name}`
    }
    return undefined
  }
}
