import { DomainError } from '../../errors.ts'

/** Maximum number of entries of one add, directories included: its tree is held in memory until it is written. */
const MAX_ENTRIES = 250_000

/** Counts entries and the directories that they imply. Throws `too-large` over the limit. */
export function entryBudget(): () => void {
  let left = MAX_ENTRIES
  return () => {
    left -= 1
    if (left < 0) throw new DomainError('too-large', `Cannot add over ${MAX_ENTRIES} entries at once`)
  }
}
