import type { CalendarSettings } from '../../../src/calendar/access/settings.ts'
import { DEFAULT_SETTINGS } from '../../../src/calendar/model/settings.ts'

/** Every page of this origin may write this browser's calendar: it could write the underlying storage anyway. */
const OWNER = { id: 1, login: 'you', role: 'administrator' } as const

/** The settings of a browser's own calendar. Requests reach a worker before the browser adds `Accept-Language`. */
export function ownCalendar(): CalendarSettings {
  return { ...DEFAULT_SETTINGS, owner: OWNER, visitorLanguages: navigator.languages.join() }
}
