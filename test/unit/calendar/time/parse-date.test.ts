import { describe, expect, it } from 'vitest'
import { parseDate } from '../../../../src/calendar/time/parse-date.ts'
import { toInstant, toWall } from '../../../../src/calendar/time/wall-clock.ts'
import { parseZone, UTC } from '../../../../src/calendar/time/zone.ts'
import { zoneAbbreviation } from '../../../../src/calendar/time/zone-abbreviation.ts'
import { acceptedCreations, recorded } from '../recorded.ts'

/** A Monday. */
const nowMs = Date.parse('2027-03-15T10:03:20Z')
const read = (text: string) => parseDate(text, { zone: UTC, nowMs })

describe('parseDate()', () => {
  it.each([
    ['2027-05-01', '2027-05-01 00:00:00'],
    ['2027-05-01 9:05', '2027-05-01 09:05:00'],
    ['2027-05-01 9:05 pm', '2027-05-01 21:05:00'],
    ['2027-05-01 12:05 am', '2027-05-01 00:05:00'],
    ['2027-05-01 10:00:00.123', '2027-05-01 10:00:00'],
    ['2027-05-01T10:00:00', '2027-05-01 10:00:00'],
    ['2027/05/01 10:00', '2027-05-01 10:00:00'],
    ['May 1, 2027 8pm', '2027-05-01 20:00:00'],
    ['May 1 2027 8 p.m.', '2027-05-01 20:00:00'],
    ['May 1st, 2027', '2027-05-01 00:00:00'],
    ['1 May 2027', '2027-05-01 00:00:00'],
    ['1-May-2027 08:30', '2027-05-01 08:30:00'],
    ['8pm 1 May 2027', '2027-05-01 20:00:00'],
    ['Sat, 01 May 2027 10:00:00', '2027-05-01 10:00:00'],
    ['1 May', '2027-05-01 00:00:00'],
    ['May 2027', '2027-05-01 00:00:00'],
    ['2027-05', '2027-05-01 00:00:00'],
    ['05/01/2027', '2027-05-01 00:00:00'],
    ['5/1/27', '2027-05-01 00:00:00'],
    ['01-05-2027', '2027-05-01 00:00:00'],
    ['31.12.2027', '2027-12-31 00:00:00'],
    ['2027-W18-6', '2027-05-08 00:00:00'],
    ['2027W186', '2027-05-08 00:00:00'],
    ['2026-W53-5', '2027-01-01 00:00:00'],
    ['now', '2027-03-15 10:03:20'],
    ['today', '2027-03-15 00:00:00'],
    ['NOON', '2027-03-15 12:00:00'],
    ['tomorrow 5pm', '2027-03-16 17:00:00'],
    ['17:00 tomorrow', '2027-03-16 17:00:00'],
    ['yesterday', '2027-03-14 00:00:00'],
    ['+1 week', '2027-03-22 10:03:20'],
    ['1 week 2 days', '2027-03-24 10:03:20'],
    ['-90 minutes', '2027-03-15 08:33:20'],
    ['3 days ago', '2027-03-12 10:03:20'],
    ['2027-01-31 +1 month', '2027-03-03 00:00:00'],
    ['next month', '2027-04-15 10:03:20'],
    ['first day of next month', '2027-04-01 10:03:20'],
    ['last day of february 2028', '2028-02-29 00:00:00'],
    ['monday', '2027-03-15 00:00:00'],
    ['next monday', '2027-03-22 00:00:00'],
    ['last monday', '2027-03-08 00:00:00'],
    ['friday 9:30', '2027-03-19 09:30:00'],
    ['first monday of june 2027', '2027-06-07 00:00:00'],
    ['third sat of june 2027 10:00', '2027-06-19 10:00:00'],
    ['last friday of next month', '2027-04-30 00:00:00'],
    ['monday next week', '2027-03-22 00:00:00'],
  ])('reads %j as %s', (text, wall) => {
    expect(read(text)).toEqual({ wall })
  })

  it.each([
    ['2027-02-30', '2027-03-02 00:00:00'],
    ['2027-05-01 24:00:00', '2027-05-02 00:00:00'],
    ['2027-12-31 24:00', '2028-01-01 00:00:00'],
  ])('rolls %j over to %s', (text, wall) => {
    expect(read(text)?.wall).toBe(wall)
  })

  it.each([
    ['2027-05-01T10:00:00Z', 0],
    ['20270501T100000Z', 0],
    ['2027-05-01T10:00:00+02:00', -2],
    ['2027-05-01 10:00 -0330', 3.5],
    ['2027-05-01 10:00 EST', 5],
    ['2027-05-01 10:00 America/New_York', 4],
  ])('keeps the digits of %j, and the moment beside them', (text, hoursToUtc) => {
    const digits = Date.parse('2027-05-01T10:00:00Z')

    const date = read(text)

    expect(date).toEqual({ wall: '2027-05-01 10:00:00', instantMs: digits + hoursToUtc * 3_600_000 })
  })

  it.each([
    ['1809165600', '2027-05-01 10:00:00'],
    ['20270501', '1970-08-23 14:41:41'],
    ['0', '1970-01-01 00:00:00'],
    ['-1.5', '1969-12-31 23:59:59'],
    ['@1809165600', '2027-05-01 10:00:00'],
  ])('reads %j as a timestamp', (text, wall) => {
    const date = read(text)

    expect(date?.wall).toBe(wall)
    expect(date?.instantMs).toBe(Date.parse(`${wall.replace(' ', 'T')}Z`))
  })

  it.each([
    '',
    ' ',
    'junk',
    'true',
    '25:00',
    '2027-05-01 25:00:00',
    '2027-13-01',
    '2027-05-32',
    '31/12/2027',
    '10:60',
    '2027-05-01 2027-05-02',
    '10:00 11:00',
    'Z',
    '+02:00',
    'next',
    '+1 parsec',
    'May',
    '2027-W54-1',
    '0000-01-01',
    '10000-01-01',
    '275760-09-13',
    '+275760-09-13T00:00:00Z',
    '99999999999999',
    '+999999 years',
    '\uD800',
    '\u202E2027-05-01',
    '2027-05-01\u0000',
    '２０２７-05-01',
  ])('refuses %j', (text) => {
    expect(read(text)).toBeUndefined()
  })

  it('refuses long texts at once', () => {
    expect(read(`${'1 day '.repeat(1e5)}`)).toBeUndefined()
    expect(read('+1 day '.repeat(11))).toBeDefined()
    expect(read(`${' '.repeat(40)}2027-05-01${','.repeat(20)}`)?.wall).toBe('2027-05-01 00:00:00')
  })

  it('counts relative words from now in the zone', () => {
    const zone = parseZone('Pacific/Kiritimati', UTC) ?? UTC

    expect(parseDate('today', { zone, nowMs })?.wall).toBe('2027-03-16 00:00:00')
    expect(parseDate('now', { zone, nowMs })?.wall).toBe('2027-03-16 00:03:20')
  })

  const creations = acceptedCreations('events').filter(({ sent, quirks }) => {
    const isPlain = typeof sent['start_date'] === 'string' && sent['all_day'] === undefined
    return isPlain && !quirks.includes('manual-offset-mapped-to-dst-zone')
  })

  it('finds enough recorded dates', () => {
    expect(creations.length).toBeGreaterThan(150)
  })

  it.each(creations)('reads the dates of $id as recorded', ({ now, siteZone, sent, answered }) => {
    const site = parseZone(siteZone, UTC) ?? UTC
    const zone = parseZone(typeof sent['timezone'] === 'string' ? sent['timezone'] : '', site) ?? UTC

    const date = parseDate(String(sent['start_date']), { zone, nowMs: Date.parse(now) })

    const instantMs = toInstant(date?.wall ?? '', zone)
    expect(toWall(instantMs, zone)).toBe(answered['start_date'])
    expect(toWall(instantMs, UTC)).toBe(answered['utc_start_date'])
    expect(zone.label).toBe(answered['timezone'])
    expect(zoneAbbreviation(zone, instantMs)).toBe(answered['timezone_abbr'])
  })

  const refused = recorded.flatMap(({ id, request, response }) => {
    const body: unknown = response.body
    const names = Object.keys(Object(Object(Object(body).data).params))
    const isString = typeof Object(request.body)['start_date'] === 'string'
    return names.includes('start_date') && isString && response.status === 400
      ? [{ id, text: String(Object(request.body)['start_date']) }]
      : []
  })

  it.each(refused)('refuses $text of $id as recorded', ({ text }) => {
    expect(read(text)).toBeUndefined()
  })
})
