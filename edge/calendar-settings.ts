import { type CalendarSettings, DEFAULT_SETTINGS } from '../src/calendar/model/settings.ts'
import { parseCalendarSettings } from '../src/calendar/parse-settings.ts'
import { isDomainError } from '../src/errors.ts'
import type { Logger } from '../src/ports/logger.ts'
import type { Env } from './env.ts'

type CalendarEnv = Pick<Env, 'CALENDAR_USERS' | 'CALENDAR_ZONE' | 'CALENDAR_URL' | 'CALENDAR_IMAGE_HOSTS'>

/** The calendar's settings, by the bindings. Where one cannot be read nobody may write, and it is logged. */
export function calendarSettings(env: CalendarEnv, logger: Logger): CalendarSettings {
  try {
    return parseCalendarSettings(
      {
        users: env.CALENDAR_USERS ?? '',
        zone: env.CALENDAR_ZONE ?? '',
        url: env.CALENDAR_URL ?? '',
        imageHosts: env.CALENDAR_IMAGE_HOSTS ?? '',
      },
      { fetch: (request) => fetch(request) },
    )
  } catch (error) {
    if (!isDomainError(error)) throw error
    logger.log('error', 'calendar', error.message)
    return DEFAULT_SETTINGS
  }
}
