import { describe, expect, it } from 'vitest'
import { ABBREVIATIONS } from '../../src/calendar/time/abbreviations.ts'
import { parseDate } from '../../src/calendar/time/parse-date.ts'
import { toInstant, toWall } from '../../src/calendar/time/wall-clock.ts'
import { parseZone, UTC, type Zone } from '../../src/calendar/time/zone.ts'
import { zoneAbbreviation } from '../../src/calendar/time/zone-abbreviation.ts'

/** Clocks in a zone, what they are in UTC, and what they show then: gaps, overlaps and skipped days, too. */
const CLOCKS = [
  ['America/New_York', '2027-03-14 02:30:00', '2027-03-14 07:30:00', '2027-03-14 03:30:00', 'EDT'],
  ['America/New_York', '2027-11-07 01:30:00', '2027-11-07 05:30:00', '2027-11-07 01:30:00', 'EDT'],
  ['america/new_york', '2027-11-07 02:30:00', '2027-11-07 07:30:00', '2027-11-07 02:30:00', 'EST'],
  ['Europe/Paris', '2027-03-28 02:30:00', '2027-03-28 01:30:00', '2027-03-28 03:30:00', 'CEST'],
  ['Europe/Lisbon', '2027-08-10 09:00:00', '2027-08-10 08:00:00', '2027-08-10 09:00:00', 'WEST'],
  ['Asia/Kathmandu', '2027-05-01 10:00:00', '2027-05-01 04:15:00', '2027-05-01 10:00:00', '+0545'],
  ['Australia/Lord_Howe', '2027-01-01 00:00:00', '2026-12-31 13:00:00', '2027-01-01 00:00:00', '+11'],
  ['Pacific/Apia', '2011-12-30 12:00:00', '2011-12-30 22:00:00', '2011-12-31 12:00:00', '+14'],
  ['UTC-3.5', '2027-05-01 10:00:00', '2027-05-01 13:30:00', '2027-05-01 10:00:00', 'UTC-3.5'],
] as const

/** That the rules of a host's time zones are there, and mean what they mean elsewhere. */
export function timeZonesContract(name: string): void {
  describe(`Time zones contract: ${name}`, () => {
    it('knows every zone that has letters', () => {
      const names = ABBREVIATIONS.trim()
        .split('\n')
        .flatMap((line) => (line.split('|')[1] ?? '').split(' '))

      expect(names.filter((zone) => parseZone(zone, UTC) === undefined)).toEqual([])
    })

    it('reads clocks in gaps, overlaps and skipped days', () => {
      for (const [text, wall, utc, shown, abbreviation] of CLOCKS) {
        const zone = zoneOf(text)

        const instantMs = toInstant(wall, zone)

        expect([toWall(instantMs, UTC), toWall(instantMs, zone), zoneAbbreviation(zone, instantMs)]).toEqual([
          utc,
          shown,
          abbreviation,
        ])
      }
    })

    it('counts relative dates from the day of the zone', () => {
      const options = { zone: zoneOf('Pacific/Kiritimati'), nowMs: Date.parse('2027-03-15T10:00:00Z') }

      expect(parseDate('tomorrow 5pm', options)?.wall).toBe('2027-03-17 17:00:00')
      expect(parseDate('2027-W18-6', options)?.wall).toBe('2027-05-08 00:00:00')
    })
  })
}

function zoneOf(text: string): Zone {
  const zone = parseZone(text, UTC)
  if (!zone) throw new TypeError(`no zone ${text}`)
  return zone
}
