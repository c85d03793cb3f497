import { expect, it } from 'vitest'
import { calledCalendar } from './called-calendar.ts'

interface Page {
  readonly events: readonly { readonly utc_start_date: string }[]
  readonly next_rest_url?: string
  readonly previous_rest_url?: string
}

it.each([
  'start_date=2027-04-01 03:00:00&end_date=2027-04-01 05:00:00',
  'starts_after=2027-04-01T04:30:00%2B02:00&ends_before=2027-04-01T06:00:00Z',
])('links of a list with strict dates lead to all of it, in every zone of the site: %s', async (dates) => {
  for (const siteZone of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
    const calendar = await calledCalendar({ siteZone })
    for (let hour = 0; hour < 9; hour++)
      await calendar.create('events', {
        title: `At ${hour}`,
        timezone: 'UTC',
        start_date: `2027-04-01 0${hour}:00:00`,
        end_date: `2027-04-01 0${hour}:30:00`,
      })
    const read = async (address: string): Promise<Page> =>
      JSON.parse((await calendar.read(address.replace(/^http:\/\/[^/]+/, ''))).text)

    const pages = [await read(`/cal/events/v1/events?strict_dates=1&per_page=1&${dates}`)]
    for (let next = pages[0]?.next_rest_url; next && pages.length < 9; next = pages.at(-1)?.next_rest_url)
      pages.push(await read(next))
    const back = await read(pages[2]?.previous_rest_url ?? '')

    const starts = pages.map(({ events }) => events[0]?.utc_start_date.slice(11, 13))
    expect([siteZone, starts]).toEqual([siteZone, ['03', '04', '05']])
    expect(back.events).toEqual(pages[1]?.events)
  }
})
