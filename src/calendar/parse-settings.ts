import { DomainError } from '../errors.ts'
import { parseHosts } from '../http/allowed-hosts.ts'
import { parseUsers } from './access/users.ts'
import { type CalendarSettings, DEFAULT_SETTINGS, type ImageFetching } from './model/settings.ts'
import { parseZone, UTC } from './time/zone.ts'

/** Settings as texts; an empty one is not set. */
export interface CalendarTexts {
  /** As {@link parseUsers} reads it. */
  readonly users?: string
  /** A time zone, such as `Europe/Berlin`. */
  readonly zone?: string
  /** Where links point, such as `https://calendar.example.org`. */
  readonly url?: string
  /** Hosts that pictures may be fetched from, with commas between them. */
  readonly imageHosts?: string
}

export interface SettingsOptions {
  /** How the host reaches others; absent where it must not. */
  readonly fetch?: ImageFetching['fetch']
}

/** Reads the settings of a calendar. Throws `invalid-argument` for a text that cannot be read. */
export function parseCalendarSettings(
  { users = '', zone = '', url = '', imageHosts = '' }: CalendarTexts,
  { fetch }: SettingsOptions = {},
): CalendarSettings {
  if (parseZone(zone, UTC) === undefined)
    throw fault('CALENDAR_ZONE', zone, 'not a time zone such as "Europe/Berlin"')
  if (url !== '' && URL.parse(url)?.origin !== url)
    throw fault('CALENDAR_URL', url, 'not an origin such as "https://calendar.example.org"')
  const hosts = parseHosts('CALENDAR_IMAGE_HOSTS', imageHosts)
  return {
    ...DEFAULT_SETTINGS,
    users: parseUsers(users),
    ...(zone !== '' && { siteZone: zone }),
    ...(url !== '' && { baseUrl: url }),
    ...(fetch && hosts.length > 0 && { images: { fetch, hosts } }),
  }
}

function fault(name: string, value: string, reason: string): DomainError {
  return new DomainError('invalid-argument', `Cannot read ${name} "${value}": ${reason}`)
}
