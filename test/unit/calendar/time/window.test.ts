import { describe, expect, it } from 'vitest'
import { dateDetails } from '../../../../src/calendar/time/wall-clock.ts'
import { readWindow, siteWindow, WINDOW_NAMES, windowBounds } from '../../../../src/calendar/time/window.ts'
import { parseZone, UTC } from '../../../../src/calendar/time/zone.ts'
import { recorded } from '../recorded.ts'

const nowMs = Date.parse('2027-03-15T10:03:20Z')
const newYork = parseZone('America/New_York', UTC) ?? UTC

describe('readWindow()', () => {
  it('is from yesterday to two years ahead when nothing is asked for', () => {
    expect(readWindow({}, { siteZone: UTC, nowMs })).toEqual({
      start_date: '2027-03-14 00:00:00',
      end_date: '2029-03-15 23:59:59',
    })
  })

  it('follows the calendar of the site', () => {
    const siteZone = parseZone('Pacific/Kiritimati', UTC) ?? UTC

    const window = readWindow({}, { siteZone, nowMs })

    expect(window.start_date).toBe('2027-03-15 00:00:00')
    expect(readWindow({ start_date: 'today' }, { siteZone, nowMs }).start_date).toBe('2027-03-16 00:00:00')
  })

  it('rolls the end of February over', () => {
    const leapDay = Date.parse('2028-02-29T12:00:00Z')

    expect(readWindow({}, { siteZone: UTC, nowMs: leapDay }).end_date).toBe('2030-03-01 23:59:59')
  })

  it('has no default beside starts and ends, and keeps what was sent', () => {
    const sent = { starts_after: '2027-04-01', end_date: '2027-05-01' }

    expect(readWindow(sent, { siteZone: UTC, nowMs })).toEqual({
      starts_after: '2027-04-01 23:59:59',
      end_date: '2027-05-01 23:59:59',
    })
  })

  it('reads digits as UTC and respects offsets when it is strict', () => {
    const sent = { start_date: '2027-04-01T00:00:00+02:00', end_date: '2027-04-01 10:00:00' }

    const options = { siteZone: newYork, nowMs, isStrict: true }
    const window = readWindow(sent, options)

    expect(window).toEqual({ start_date: '2027-03-31 22:00:00', end_date: '2027-04-01 10:00:00' })
    expect(siteWindow(window, options)).toEqual({
      start_date: '2027-03-31 18:00:00',
      end_date: '2027-04-01 06:00:00',
    })
  })

  it('has the default window of the site in UTC when it is strict', () => {
    const options = { siteZone: newYork, nowMs, isStrict: true }

    expect(readWindow({}, options).start_date).toBe('2027-03-14 05:00:00')
    expect(siteWindow(readWindow({}, options), options)).toEqual(
      readWindow({}, { ...options, isStrict: false }),
    )
  })

  const windows = recorded.flatMap(({ id, now, world, request, response, quirks = [] }) => {
    const shown: unknown = Object(response.body)['rest_url']
    const asked = new URL(request.url).searchParams
    const names = WINDOW_NAMES.filter((name) => asked.has(name))
    const isRelative = names.some((name) => /^(now|today)$/.test(asked.get(name) ?? ''))
    if (typeof shown !== 'string' || names.length === 0 || quirks.length > 0 || isRelative) return []
    const effective = new URL(shown).searchParams
    return [{ id, now, siteZone: world.site_timezone, names, asked, effective }]
  })

  it('finds enough recorded windows', () => {
    expect(windows.length).toBeGreaterThan(30)
  })

  it.each(windows)('is what $id shows', ({ now, siteZone, names, asked, effective }) => {
    const sent = Object.fromEntries(names.map((name) => [name, asked.get(name) ?? '']))
    const options = {
      siteZone: parseZone(siteZone, UTC) ?? UTC,
      nowMs: Date.parse(now),
      isStrict: /^(true|1)$/.test(asked.get('strict_dates') ?? ''),
    }

    const window = siteWindow(readWindow(sent, options), options)

    for (const name of names) expect(window[name]).toBe(effective.get(name))
  })
})

describe('windowBounds()', () => {
  it('are instants of days of the site', () => {
    const window = { start_date: '2027-04-01 00:00:00', ends_after: '2027-04-01 23:59:59' }

    expect(windowBounds(window, { siteZone: newYork })).toEqual({
      starts: { from: Date.parse('2027-04-01T04:00:00Z') },
      ends: { after: Date.parse('2027-04-02T03:59:59Z') },
    })
  })

  it('are the instants that were sent when they are strict, in the hour that a clock repeats too', () => {
    const options = { siteZone: newYork, nowMs, isStrict: true }
    const sent = { start_date: '2027-11-07T06:30:00Z', ends_before: '2027-11-07T01:45:00-05:00' }

    expect(windowBounds(readWindow(sent, options), options)).toMatchObject({
      starts: { from: Date.parse('2027-11-07T06:30:00Z') },
      ends: { before: Date.parse('2027-11-07T06:45:00Z') },
    })
  })

  it('lets end_date bound the start of events', () => {
    const window = { end_date: '2027-04-01 23:59:59', starts_before: '2027-05-01 23:59:59' }

    expect(windowBounds(window, { siteZone: UTC }).starts).toEqual({
      until: Date.parse('2027-04-01T23:59:59Z'),
      before: Date.parse('2027-05-01T23:59:59Z'),
    })
  })
})

describe('dateDetails()', () => {
  it('are six texts', () => {
    expect(dateDetails('2027-04-01 18:00:00')).toEqual({
      year: '2027',
      month: '04',
      day: '01',
      hour: '18',
      minutes: '00',
      seconds: '00',
    })
  })
})
