import type { AbortOptions } from '../../../ports/abort.ts'
import type { Datastore, Operation } from '../../../ports/datastore.ts'
import { keyOf } from '../../../state/keys.ts'
import type { WallText } from '../../time/wall-clock.ts'
import { firstDate } from '../due.ts'
import type { CalendarState } from '../rows/state.ts'

const KEY = keyOf('calendar/next-date')
const NONE = ''

/** The stored date for each state that this process has committed. */
const storedWith = new WeakMap<CalendarState, string>()

/**
 * Stores the earliest publication date of a scheduled record, so that a starting host can set its alarm without
 * loading the rows. Writes nothing when the date is unchanged, as in most commits.
 */
export function nextDateOperations(base: CalendarState, next: CalendarState): Operation[] {
  const date = firstDate(next) ?? NONE
  storedWith.set(next, date)
  return storedWith.get(base) === date ? [] : [{ type: 'put', key: KEY, value: keyOf(date) }]
}

/**
 * Reads the stored date: `date` is `undefined` when nothing is scheduled. `undefined` when no commit has stored
 * one.
 */
export async function readNextDate(
  datastore: Pick<Datastore, 'get'>,
  options: AbortOptions = {},
): Promise<{ readonly date: WallText | undefined } | undefined> {
  const value = await datastore.get(KEY, options)
  if (!value) return undefined
  const date = new TextDecoder().decode(value)
  return { date: date === NONE ? undefined : date }
}
