import { describe, expect, it } from 'vitest'
import { calendarAddress, parseCalendarPlace } from '../../../web/app/calendar/place.ts'

describe('places of the calendar', () => {
  it('has an address for each, and takes a month without a day for its first day', () => {
    const address = (rest: string) => calendarAddress(parseCalendarPlace(rest))

    for (const rest of [
      'month/2027-04-12',
      'list/2027-04-12',
      'new/2027-04-12/09:30',
      'event/7',
      'manage/tags',
    ])
      expect(address(rest)).toBe(`#calendar/${rest}`)
    expect(address('month/2027-04')).toBe('#calendar/month/2027-04-01')
    expect(address('week/2027-02')).toBe('#calendar/week/2027-02-01')
    expect(address('month/2027-13')).toBe(address('month'))
  })
})
