import type { AbortOptions } from '../../../ports/abort.ts'
import type { Datastore, Operation } from '../../../ports/datastore.ts'
import { keyOf } from '../../../state/keys.ts'
import { COLLECTIONS } from '../../model/calendar.ts'
import type { Collection } from '../../model/records.ts'
import { logAbove, logKey } from '../rows/keys.ts'

/** A row that a commit changed. */
export interface ChangedRow {
  readonly collection: Collection
  readonly id: number
}

/** Commits whose changed rows the log keeps. A process that is further behind reads all rows again. */
const LOG_COMMITS = 1024

/** The operations that add a commit to the log and remove the oldest one. */
export function logOperations(height: number, touched: readonly ChangedRow[]): Operation[] {
  const rows = touched.map(({ collection, id }) => [COLLECTIONS.indexOf(collection), id])
  const added: Operation = { type: 'put', key: logKey(height), value: keyOf(JSON.stringify(rows)) }
  if (height <= LOG_COMMITS) return [added]
  return [added, { type: 'delete', key: logKey(height - LOG_COMMITS) }]
}

/**
 * The rows that the commits of these heights changed, each once. `undefined` when the log does not reach back so
 * far.
 */
export async function changedRowsBetween(
  datastore: Pick<Datastore, 'range'>,
  { above, upTo }: { readonly above: number; readonly upTo: number },
  options: AbortOptions = {},
): Promise<readonly ChangedRow[] | undefined> {
  if (upTo - above > LOG_COMMITS || upTo < above) return undefined
  const touched = new Map<string, ChangedRow>()
  let commits = 0
  for await (const [, value] of datastore.range({ ...logAbove(above), limit: upTo - above }, options)) {
    commits += 1
    const rows: readonly (readonly [number, number])[] = JSON.parse(DECODER.decode(value))
    for (const [number, id] of rows) {
      const collection = COLLECTIONS[number]
      if (collection) touched.set(`${collection}/${id}`, { collection, id })
    }
  }
  return commits === upTo - above ? [...touched.values()] : undefined
}

const DECODER = new TextDecoder()
