import type { CID } from '../../../codec/cid/cid.ts'
import { isDomainError } from '../../../errors.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Logger } from '../../../ports/logger.ts'
import type { Collection, Records } from '../../model/records.ts'
import type { RecordReader } from './record-reader.ts'

/** Reads a record; `undefined` when its block is damaged or not stored. */
export type IntactReader = <C extends Collection>(
  collection: C,
  stored: { readonly id: number; readonly cid: CID },
  options?: AbortOptions,
) => Promise<Records[C] | undefined>

/** Maximum number of damaged records in the log: every reader of a list meets them again. */
const MOST_LOGGED = 1000

/** Creates a reader that leaves out damaged records. It logs each of them once. */
export function createIntactReader(readRecord: RecordReader, logger: Logger): IntactReader {
  const logged = new Set<string>()

  return async (collection, { id, cid }, options = {}) => {
    try {
      return await readRecord(collection, cid, options)
    } catch (error) {
      if (!isDomainError(error, 'corrupt')) throw error
      const name = `${collection}/${id}`
      if (!logged.has(name) && logged.size < MOST_LOGGED) {
        logged.add(name)
        logger.log('error', 'calendar', 'Cannot read record: it is left out', { collection, id, error })
      }
      return undefined
    }
  }
}
