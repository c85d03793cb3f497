import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { anEvent, calendar } from '../requests/calendar.ts'

describe('another representation of the calendar', () => {
  it.each([
    ['/cal/events/v1/events?ical=1', {}],
    ['/cal/events/v1/events?outlook-ical=1', {}],
    ['/cal/events/v1/events', { Accept: 'text/calendar' }],
    ['/cal/events/v1', { Accept: 'application/rss+xml, image/png;q=0.5' }],
    ['/cal/events/v1/events', { Accept: 'application/json;q=0' }],
    ['/events/?ical=1', {}],
    ['/events/list?ical=1', {}],
    ['/event/none/?ical=1', {}],
    ['/tag/none/', { Accept: 'text/calendar' }],
  ])('is refused with one line at %s with %o', async (path, headers) => {
    const answer = await send(path, { headers })

    expect(answer.status).toBe(406)
    expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(await answer.text()).toMatch(/^[^\n]+\n$/)
  })

  it('is refused for an event that is there, and for a write, which changes nothing', async () => {
    const { body: event } = await calendar('/events', { body: anEvent() })
    const { pathname } = new URL(event.url)

    const page = await send(`${pathname}?ical=1`)
    const write = await calendar(`/events/${event.id}`, {
      method: 'PATCH',
      body: { title: 'Other' },
      headers: { Accept: 'text/calendar' },
    })

    expect([page.status, write.status]).toEqual([406, 406])
    expect((await calendar(`/events/${event.id}`)).body.title).toBe(event.title)
  })
})

describe('a representation that the calendar has', () => {
  it.each([
    ['/cal/events/v1/events', 'application/json'],
    ['/cal/events/v1/events', 'application/json, text/plain, */*'],
    ['/cal/events/v1/events', 'text/html'],
    ['/cal/events/v1/events', 'application/xml'],
    ['/cal/events/v1/events', 'text/html,application/xhtml+xml,*/*;q=0.8'],
    ['/cal/events/v1/events?_jsonp=f', 'text/javascript'],
    ['/cal/events/v1/events?ical=', 'application/*'],
    ['/cal/events/v1/events?ical=0', 'APPLICATION/JSON; charset=utf-8'],
  ])('is given at %s to %s', async (path, accept) => {
    expect((await send(path, { headers: { Accept: accept } })).status).toBe(200)
  })

  it('is a page of an event', async () => {
    const { body: event } = await calendar('/events', { body: anEvent() })

    const page = await send(new URL(event.url).pathname, { headers: { Accept: 'text/html' } })

    expect(page.status).toBe(200)
  })
})
