import { readFileSync } from 'node:fs'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { toInstant, toWall } from '../../../../src/calendar/time/wall-clock.ts'
import { parseZone, UTC } from '../../../../src/calendar/time/zone.ts'
import { zoneAbbreviation } from '../../../../src/calendar/time/zone-abbreviation.ts'
import { abbreviationModule } from '../../../check/zone-abbreviations.ts'
import { timeZonesContract } from '../../../contracts/time-zones.ts'

const may = Date.parse('2027-05-01T10:00:00Z')
const january = Date.parse('2027-01-01T10:00:00Z')

function zoneOf(text: string) {
  const zone = parseZone(text, UTC)
  if (!zone) throw new Error(`no zone ${text}`)
  return zone
}

describe('parseZone()', () => {
  it.each([
    ['America/New_York', 'EDT', 'EST'],
    ['america/new_york', 'EDT', 'EST'],
    ['US/Eastern', 'EDT', 'EST'],
    ['Europe/Paris', 'CEST', 'CET'],
    ['Europe/London', 'BST', 'GMT'],
    ['Europe/Lisbon', 'WEST', 'WET'],
    ['Europe/Dublin', 'IST', 'GMT'],
    ['Asia/Kolkata', 'IST', 'IST'],
    ['Asia/Tokyo', 'JST', 'JST'],
    ['Asia/Kathmandu', '+0545', '+0545'],
    ['America/Sao_Paulo', '-03', '-03'],
    ['Pacific/Apia', '+13', '+13'],
    ['UTC', 'UTC', 'UTC'],
    ['utc', 'UTC', 'UTC'],
    ['UTC+5:30', 'UTC+5:30', 'UTC+5:30'],
    ['+02:00', 'GMT+0200', 'GMT+0200'],
    ['Z', 'Z', 'Z'],
    ['EST', 'EST', 'EST'],
  ])('knows %s, called %s in May and %s in January', (text, summer, winter) => {
    const zone = zoneOf(text)

    expect(zone.label).toBe(text)
    expect(zoneAbbreviation(zone, may)).toBe(summer)
    expect(zoneAbbreviation(zone, january)).toBe(winter)
  })

  it.each([
    ['America/Vancouver', '2026-07-01', 'PDT'],
    ['America/Cancun', '2014-07-01', 'CDT'],
    ['America/Cancun', '2020-07-01', 'EST'],
    ['Europe/Istanbul', '2015-07-01', 'EEST'],
    ['Europe/Istanbul', '2020-07-01', '+03'],
    ['Asia/Famagusta', '2017-07-01', '+03'],
    ['Asia/Famagusta', '2019-07-01', 'EEST'],
    ['Europe/Moscow', '2009-07-01', 'MSD'],
    ['Europe/Moscow', '2013-07-01', 'MSK'],
  ])('calls %s on %s %s', (text, day, abbreviation) => {
    expect(zoneAbbreviation(zoneOf(text), Date.parse(day))).toBe(abbreviation)
  })

  it.each([
    ['UTC+2', 2],
    ['UTC-3.5', -3.5],
    ['UTC+5:30', 5.5],
    ['UTC+5.75', 5.75],
    ['UTC-0', 0],
    ['UTC+14', 14],
    ['utc+13.75', 13.75],
    ['CEST', 2],
    ['-0330', -3.5],
  ])('gives %s the same offset for ever', (text, hours) => {
    const zone = zoneOf(text)

    expect([zone.offsetMs(may), zone.offsetMs(january)]).toEqual([hours * 3_600_000, hours * 3_600_000])
  })

  it.each([
    'Mars/Olympus',
    '5',
    'UTCfoo',
    'UTC+99',
    'UTC+14:30',
    'UTC+',
    'UTC+5:99',
    'IST',
    'x',
    '../etc/passwd',
    '+15:00',
    '2027-01-01T00:00:00+01:00[Europe/Paris]',
    'Europe/\uD800',
    `Europe/${'a'.repeat(1e6)}`,
    ' ',
    '\u202EUTC',
  ])('refuses %.40j', (text) => {
    expect(parseZone(text, UTC)).toBeUndefined()
  })

  it('reads an empty text as the zone of the site', () => {
    const site = zoneOf('Europe/Paris')

    expect(parseZone('', site)).toBe(site)
  })
})

describe('the letters of zones', () => {
  it('are made of the time zone database', () => {
    expect(readFileSync('src/calendar/time/abbreviations.ts', 'utf8')).toBe(abbreviationModule())
  })
})

timeZonesContract('Node')

describe('toInstant() and toWall()', () => {
  it.each([
    'America/New_York',
    'Europe/Paris',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Africa/Casablanca',
    'Asia/Gaza',
  ])('agree with Temporal in %s', (name) => {
    const zone = zoneOf(name)
    const seed = 20_270_315
    let state = seed
    for (let count = 0; count < 400; count++) {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      const wall = toWall((state / 2 ** 31) * 3e12, UTC)

      const expected = Temporal.PlainDateTime.from(wall.replace(' ', 'T')).toZonedDateTime(name)

      expect(toInstant(wall, zone), `seed ${seed}: ${wall}`).toBe(expected.epochMilliseconds)
    }
  })

  it('stay within four digits of a year', () => {
    const kiritimati = zoneOf('Pacific/Kiritimati')

    expect(toWall(Date.parse('9999-12-31T23:00:00Z'), kiritimati)).toBe('9999-12-31 23:59:59')
    expect(toWall(toInstant('0001-01-01 00:00:00', zoneOf('Asia/Tokyo')), UTC)).toBe('0001-01-01 00:00:00')
    expect(toWall(8.64e15, UTC)).toBe('9999-12-31 23:59:59')
  })
})
