import { type CalendarSettings, DEFAULT_SETTINGS } from '../src/calendar/model/settings.ts'
import type { Config } from '../src/config/read-config.ts'

/** The calendar's settings, with this host's way to the hosts of pictures. */
export function calendarSettings({ imageHosts, ...own }: Config['calendar']): CalendarSettings {
  const images = { fetch: (request: Request) => fetch(request), hosts: imageHosts }
  return { ...DEFAULT_SETTINGS, ...own, ...(imageHosts.length > 0 && { images }) }
}
