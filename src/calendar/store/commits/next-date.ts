import type { AbortOptions } from '../../../ports/abort.ts'
import type { Datastore, Operation } from '../../../ports/datastore.ts'
import { keyOf } from '../../../state/keys.ts'
import type { WallText } from '../../time/wall-clock.ts'
import { firstDate } from '../due.ts'
import type { CalendarState } from '../rows/state.ts'

const KEY = keyOf('calendar/next-date')
const NONE = ''

/** What is stored with the states that this process has committed. */
const storedWith = new WeakMap<CalendarState, string>()

/**
 * Keeps the first date that a record of the new state waits for, so that a host that starts knows its next alarm
 * without loading the rows. Most commits do not change it, and then nothing is written.
 */
export function nextDateOperations(base: CalendarState, next: CalendarState): Operation[] {
  const date = firstDate(next) ?? NONE
  storedWith.set(next, date)
  return storedWith.get(base) === date ? [] : [{ type: 'put', key: KEY, value: keyOf(date) }]
}

/** The stored date, which is `undefined` when no record waits. Absent: no commit has stored it yet. */
export async function readNextDate(
  datastore: Pick<Datastore, 'get'>,
  options: AbortOptions = {},
): Promise<{ readonly date: WallText | undefined } | undefined> {
  const value = await datastore.get(KEY, options)
  if (!value) return undefined
  const date = new TextDecoder().decode(value)
  return { date: date === NONE ? undefined : date }
}
