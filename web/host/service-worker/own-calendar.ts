import { type CalendarSettings, DEFAULT_SETTINGS } from '../../../src/calendar/model/settings.ts'

/** Who writes the calendar of this browser: whoever runs a page of this origin could write its storage anyway. */
const OWNER = { id: 1, login: 'you', role: 'administrator' } as const

/** The settings of a calendar that lives in this browser, in its own zone. */
export function ownCalendar(): CalendarSettings {
  const siteZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return { ...DEFAULT_SETTINGS, siteZone, owner: OWNER }
}
