import { blockKey, type CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { Logger } from '../ports/logger.ts'
import { applyChange } from '../state/change.ts'
import { keyOf, prefixRange } from '../state/keys.ts'

/** Counts of blocks since the storage was created, except `quarantined`, which is the current number. */
export interface QuarantineCounts {
  /** Blocks that were found without any intact copy. */
  readonly corrupt: number
  readonly quarantined: number
  /** Blocks that left the quarantine because their bytes were stored again, or became readable again. */
  readonly healed: number
}

/** The held blocks that have no intact copy. Processes that share a storage share the quarantine. */
export interface Quarantine {
  /** Reads one row while nothing is quarantined. */
  has(cid: CID, options?: AbortOptions): Promise<boolean>
  /** True when nothing was quarantined at the last read by this process. */
  isKnownEmpty(): boolean
  /** Logs a block that was not in quarantine. */
  add(cid: CID, options?: AbortOptions): Promise<void>
  /** Ends the quarantine of a block. Counts as healed, unless the block was removed. */
  release(cid: CID, options?: ReleaseOptions): Promise<void>
  counts(options?: AbortOptions): Promise<QuarantineCounts>
}

export interface ReleaseOptions extends AbortOptions {
  /** The block was removed from the store. */
  readonly isRemoved?: boolean
}

const COUNTS = keyOf('blocks/quarantine')
const MARKS = keyOf('blocks/quarantine/')
const NOTHING = new Uint8Array()
const NONE: QuarantineCounts = { corrupt: 0, quarantined: 0, healed: 0 }

/** Stores one row for each block in the Datastore, and one with the counts. Both change in the same batch. */
export function createQuarantine(
  datastore: Pick<Datastore, 'get' | 'batch' | 'range'>,
  logger: Logger,
): Quarantine {
  let last: Promise<void> = Promise.resolve()
  let known: QuarantineCounts | undefined

  /** Of a damaged row the blocks that are marked are left. */
  const decoded = async (value: Uint8Array | undefined, options: AbortOptions): Promise<QuarantineCounts> => {
    const counts = decodeCounts(value)
    if (counts) return counts
    let quarantined = 0
    for await (const _ of datastore.range(prefixRange(MARKS), options)) quarantined += 1
    return { corrupt: quarantined, quarantined, healed: 0 }
  }
  const readCounts = async (options: AbortOptions = {}) => {
    known = await decoded(await datastore.get(COUNTS, options), options)
    return known
  }
  /**
   * Adds or removes a mark. Resolves to false if nothing had to be changed. Changes run one at a time, because all of
   * them update the row with the counts.
   */
  const change = (
    cid: CID,
    count: (counts: QuarantineCounts) => QuarantineCounts,
    { isMarked, signal }: AbortOptions & { readonly isMarked: boolean },
  ) => {
    const key = markKey(cid)
    let isChanged = false
    const plan = async () => {
      const [value, mark] = await Promise.all([
        datastore.get(COUNTS, { signal }),
        datastore.get(key, { signal }),
      ])
      isChanged = (mark !== undefined) !== isMarked
      if (!isChanged) return { operations: [], expect: [] }
      const counts = keyOf(JSON.stringify(count(await decoded(value, { signal }))))
      return {
        operations: [
          { type: 'put' as const, key: COUNTS, value: counts },
          isMarked ? { type: 'put' as const, key, value: NOTHING } : { type: 'delete' as const, key },
        ],
        expect: [
          { key: COUNTS, value },
          { key, value: mark },
        ],
      }
    }
    known = undefined
    const changed = last.then(() => applyChange(datastore, plan, { signal }))
    last = changed.catch(() => undefined)
    return changed.then(() => isChanged)
  }

  return {
    counts: readCounts,
    isKnownEmpty: () => known?.quarantined === 0,
    async has(cid, options) {
      if ((await readCounts(options)).quarantined === 0) return false
      return (await datastore.get(markKey(cid), options)) !== undefined
    },
    async add(cid, { signal } = {}) {
      const count = ({ corrupt, quarantined, healed }: QuarantineCounts) => ({
        corrupt: corrupt + 1,
        quarantined: quarantined + 1,
        healed,
      })
      const isNew = await change(cid, count, { isMarked: true, signal })
      if (isNew) logger.log('warn', 'blocks', 'Found corrupt block', { cid: cid.toString() })
    },
    async release(cid, { isRemoved = false, signal } = {}) {
      const count = ({ corrupt, quarantined, healed }: QuarantineCounts) => ({
        corrupt,
        quarantined: quarantined - 1,
        healed: isRemoved ? healed : healed + 1,
      })
      await change(cid, count, { isMarked: false, signal })
    },
  }
}

function markKey(cid: CID): Uint8Array {
  return keyOf(MARKS, blockKey(cid))
}

/** `undefined` for a damaged row. */
function decodeCounts(value: Uint8Array | undefined): QuarantineCounts | undefined {
  if (!value) return NONE
  try {
    const { corrupt, quarantined, healed }: Record<string, unknown> = JSON.parse(
      new TextDecoder().decode(value),
    )
    const isWhole =
      typeof corrupt === 'number' && typeof quarantined === 'number' && typeof healed === 'number'
    return isWhole ? { corrupt, quarantined, healed } : undefined
  } catch {
    return undefined
  }
}
