import { describe, expect, it } from 'vitest'
import { minutesOn } from '../../../web/app/calendar/grid/minutes.ts'

/** An event by the clock of the visitor, whatever the zone of the test. */
const event = (start_date: string, end_date: string) => {
  const utc = (text: string) => new Date(text).toISOString().slice(0, 19).replace('T', ' ')
  return {
    ...{ all_day: false, start_date, end_date },
    ...{ utc_start_date: utc(start_date), utc_end_date: utc(end_date) },
  }
}

describe('minutesOn()', () => {
  it('gives the part of the day that an event takes, until midnight where it ends then', () => {
    const night = event('2027-04-14 22:00:00', '2027-04-15 02:30:00')

    expect(minutesOn('2027-04-14', night)).toEqual({ from: 1320, to: 1440 })
    expect(minutesOn('2027-04-15', night)).toEqual({ from: 0, to: 150 })
    expect(minutesOn('2027-04-14', event('2027-04-14 22:00:00', '2027-04-15 00:00:00'))).toEqual({
      from: 1320,
      to: 1440,
    })
  })

  it('gives an event without length the least that can be hit, at midnight too', () => {
    const moment = (text: string) => minutesOn('2027-04-14', event(text, text))

    expect(moment('2027-04-14 00:00:00')).toEqual({ from: 0, to: 45 })
    expect(moment('2027-04-14 12:00:00')).toEqual({ from: 720, to: 765 })
    expect(moment('2027-04-14 23:59:59')).toEqual({ from: 1395, to: 1440 })
  })
})
