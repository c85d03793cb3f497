import { expect, it } from 'vitest'
import { compareStarts, startDay } from '../../../web/app/calendar/when.ts'

it('events are ordered by their day, then by the instant at which they start', () => {
  // All day on 11 August at UTC+14.
  const fair = { all_day: true, start_date: '2027-08-11 00:00:00', utc_start_date: '2027-08-10 10:00:00' }
  const supper = { all_day: false, start_date: '2027-08-10 12:00:00', utc_start_date: '2027-08-10 12:00:00' }
  const lunch = { all_day: false, start_date: '2027-08-10 11:00:00', utc_start_date: '2027-08-10 11:00:00' }

  const ordered = [fair, supper, lunch].toSorted(compareStarts)

  expect(ordered).toEqual([lunch, supper, fair])
  expect(ordered.map(startDay)).toEqual(['2027-08-10', '2027-08-10', '2027-08-11'])
})
