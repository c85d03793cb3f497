import { parsedBy, textThat } from '../../settings/kind.ts'
import { hosts } from '../../settings/list-kinds.ts'
import { listSetting, type Section, type SettingsOf, setting } from '../../settings/setting.ts'
import type { Actor } from '../model/settings.ts'
import { DEFAULT_SITE_ZONE, parseZone, UTC } from '../time/zone.ts'
import { parseUsers } from './users.ts'

/** The calendar's site and users. */
export const calendarSection = {
  onFault: 'unset-section',
  logScope: 'calendar',
  settings: {
    users: setting({
      name: 'Calendar.Users',
      variable: 'CALENDAR_USERS',
      type: parsedBy(parseUsers, { form: 'text', example: '[]' }),
      default: [],
      shown: '',
      needsRestart: true,
      isSecret: true,
      about:
        'users who may write the calendar, as `npm run calendar-user -- <login> --role editor` prints them; every client may read published events',
    }),
    siteZone: setting({
      name: 'Calendar.Zone',
      variable: 'CALENDAR_ZONE',
      type: textThat((zone) => parseZone(zone, UTC) !== undefined, {
        what: 'a time zone',
        example: 'Europe/Berlin',
      }),
      default: DEFAULT_SITE_ZONE,
      shown: '`UTC`',
      needsRestart: true,
      about: "time zone of the calendar's site, such as `Europe/Berlin`",
    }),
    baseUrl: setting({
      name: 'Calendar.URL',
      variable: 'CALENDAR_URL',
      type: textThat((url) => URL.parse(url)?.origin === url, {
        what: 'an origin',
        example: 'https://calendar.example.org',
      }),
      default: undefined,
      shown: 'where a request went',
      needsRestart: true,
      about: 'origin in links of the calendar',
    }),
    imageHosts: listSetting({
      name: 'Calendar.ImageHosts',
      variable: 'CALENDAR_IMAGE_HOSTS',
      type: hosts,
      needsRestart: true,
      about: 'hosts from which the calendar may fetch pictures, with commas between them',
    }),
  },
} as const satisfies Section

type OwnerSettings = SettingsOf<typeof calendarSection>

/** Settings of the calendar: those that the owner decides, and those of the host. */
export interface CalendarSettings
  extends Partial<Omit<OwnerSettings, 'users'>>,
    Pick<OwnerSettings, 'users'> {
  /**
   * The actor of requests without credentials that come from the owner's machine or origin. When absent, such
   * requests are anonymous.
   */
  readonly owner?: Actor
  /** Page size when a request does not give one. */
  readonly perPage: number
  /** The visitor's languages in the form of `Accept-Language`, on a host whose requests lack that header. */
  readonly visitorLanguages?: string
}
