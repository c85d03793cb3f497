import { parseUsers } from '../../calendar/access/users.ts'
import { DEFAULT_SETTINGS } from '../../calendar/model/settings.ts'
import { DEFAULT_SITE_ZONE, parseZone, UTC } from '../../calendar/time/zone.ts'
import { hosts, listSetting } from '../list-setting.ts'
import { parsedBy, type Section, setting, textThat } from '../setting.ts'

/** The calendar's site and users. */
export const calendarSection = {
  onFault: 'unset-section',
  logScope: 'calendar',
  settings: {
    users: setting({
      name: 'Calendar.Users',
      variable: 'CALENDAR_USERS',
      type: parsedBy(parseUsers),
      default: DEFAULT_SETTINGS.users,
      shown: '',
      needsRestart: true,
      isSecret: true,
      about:
        'users who may write the calendar, as `npm run calendar-user -- <login> --role editor` prints them; everybody may read published events',
    }),
    siteZone: setting({
      name: 'Calendar.Zone',
      variable: 'CALENDAR_ZONE',
      type: textThat((zone) => parseZone(zone, UTC) !== undefined, 'not a time zone such as "Europe/Berlin"'),
      default: DEFAULT_SITE_ZONE,
      shown: '`UTC`',
      needsRestart: true,
      about: "time zone of the calendar's site, such as `Europe/Berlin`",
    }),
    baseUrl: setting({
      name: 'Calendar.URL',
      variable: 'CALENDAR_URL',
      type: textThat(
        (url) => URL.parse(url)?.origin === url,
        'not an origin such as "https://calendar.example.org"',
      ),
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
