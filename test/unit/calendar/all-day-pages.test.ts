import { describe, expect, it } from 'vitest'
import { type CalledCalendar, calledCalendar } from './called-calendar.ts'

/** Ids of the events on the day pages of 8 to 12 May 2027, by day. */
async function dayPages({ read }: CalledCalendar): Promise<Readonly<Record<string, readonly string[]>>> {
  const days = ['08', '09', '10', '11', '12'].map((day) => `2027-05-${day}`)
  const found = await Promise.all(
    days.map(async (day) => [day, titlesIn((await read(`/events/${day}/`)).text)]),
  )
  return Object.fromEntries(found.filter(([, titles]) => titles?.length))
}

function titlesIn(html: string): readonly string[] {
  return [...html.matchAll(/href="[^"]*\/event\/([a-z-]+)\/"/g)].flatMap(([, slug]) => slug ?? [])
}

/** The heading and the slugs of each day of a list. */
function listed(html: string): readonly (readonly [string, readonly string[]])[] {
  return html
    .split('<h2>')
    .slice(1)
    .map((part) => [/\/events\/(\d{4}-\d\d-\d\d)\//.exec(part)?.[1] ?? '', titlesIn(part)] as const)
}

/** Slugs in the cells of a month, by day. */
function cells(html: string): Readonly<Record<string, readonly string[]>> {
  const found = html.split('<td').slice(1)
  const busy = found.map(
    (cell) => [/\/events\/(\d{4}-\d\d-\d\d)\//.exec(cell)?.[1] ?? '', titlesIn(cell)] as const,
  )
  return Object.fromEntries(busy.filter(([, slugs]) => slugs.length > 0))
}

const DAY = { start_date: '2027-05-10', end_date: '2027-05-10', all_day: true }

describe.each(['Europe/Berlin', 'UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'an all-day event, on the pages of a site in %s',
  (siteZone) => {
    it.each(['Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
      'is on its own days, those of %s',
      async (timezone) => {
        const calendar = await calledCalendar({ siteZone })
        await calendar.create('events', { ...DAY, title: 'Fair', timezone })

        expect(await dayPages(calendar)).toEqual({ '2027-05-10': ['fair'] })
        expect(listed((await calendar.read('/events/')).text)).toEqual([['2027-05-10', ['fair']]])
        expect(cells((await calendar.read('/events/month/2027-05/')).text)).toEqual({
          '2027-05-10': ['fair'],
        })
      },
    )
  },
)

describe('all-day events of another zone', () => {
  it('are listed in the order of their days, over all of them', async () => {
    const calendar = await calledCalendar({ siteZone: 'Europe/Berlin' })
    await calendar.create('events', { ...DAY, end_date: '2027-05-11', title: 'Fair', timezone: 'Asia/Tokyo' })
    const evening = {
      start_date: '2027-05-09 22:00',
      end_date: '2027-05-09 23:00',
      timezone: 'Europe/Berlin',
    }
    await calendar.create('events', { ...evening, title: 'Ball' })

    expect(await dayPages(calendar)).toEqual({
      '2027-05-09': ['ball'],
      '2027-05-10': ['fair'],
      '2027-05-11': ['fair'],
    })
    expect(listed((await calendar.read('/events/')).text).map(([day]) => day)).toEqual([
      '2027-05-09',
      '2027-05-10',
    ])
  })

  it('are what links of the days around lead to', async () => {
    const calendar = await calledCalendar({ siteZone: 'UTC' })
    await calendar.create('events', { ...DAY, title: 'Fair', timezone: 'Europe/Berlin' })

    const [before, on, after] = await Promise.all(
      ['09', '10', '11'].map(async (day) => (await calendar.read(`/events/2027-05-${day}/`)).text),
    )

    expect(before).toContain('/events/2027-05-10/"')
    expect(on?.match(/\/events\/2027-05-(09|11)\//g)).toBeNull()
    expect(after).toContain('/events/2027-05-10/"')
  })
})
