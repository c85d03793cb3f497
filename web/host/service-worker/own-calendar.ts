import { type CalendarSettings, DEFAULT_SETTINGS } from '../../../src/calendar/model/settings.ts'

/** Every page of this origin may write this browser's calendar: it could write the underlying storage anyway. */
const OWNER = { id: 1, login: 'you', role: 'administrator' } as const

/** The settings of a browser's own calendar, in its time zone. */
export function ownCalendar(): CalendarSettings {
  const siteZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return { ...DEFAULT_SETTINGS, siteZone, owner: OWNER }
}
