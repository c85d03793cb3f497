import moment from 'moment-timezone'
import { describe, expect, it } from 'vitest'
import { parseZone, UTC } from '../../src/calendar/time/zone.ts'
import { zoneAbbreviation } from '../../src/calendar/time/zone-abbreviation.ts'

describe('abbreviations of time zones', () => {
  it('are those of moment-timezone wherever its rules and those of this host agree', {
    timeout: 300_000,
  }, () => {
    const differing: string[] = []
    let compared = 0
    for (const name of moment.tz.names()) {
      const zone = name.includes('/') ? parseZone(name, UTC) : undefined
      const rules = moment.tz.zone(name)
      if (!zone || !rules) continue
      for (
        let instantMs = Date.UTC(1971, 0, 15);
        instantMs < Date.UTC(2037, 0);
        instantMs += 171 * 86_400_000
      ) {
        if (zone.offsetMs(instantMs) !== -rules.utcOffset(instantMs) * 60_000) continue
        compared += 1
        const ours = zoneAbbreviation(zone, instantMs)
        // Zones without inhabitants at that time.
        const theirs = rules.abbr(instantMs).replace('-00', '+00')
        if (ours !== theirs) differing.push(`${name} ${instantMs} ${ours} ${theirs}`)
      }
    }

    expect(compared).toBeGreaterThan(50_000)
    expect(differing).toEqual([])
  })
})
