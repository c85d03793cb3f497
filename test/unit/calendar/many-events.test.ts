import { describe, expect, it } from 'vitest'
import { calledCalendar } from './called-calendar.ts'
import { eventRecord } from './records.ts'

/** More than one commit may change. */
const MANY = 1500

describe('a calendar with many events of one tag', () => {
  it('counts them, removes the tag at once, and shows the events without it', async () => {
    const { node, call, create } = await calledCalendar()
    const tag = await create('tags', { name: 'Busy' })
    for (let written = 0; written < MANY; written += 750) {
      await node.calendar.write(
        async (draft) => {
          const tags = [draft.uidOf('tags', tag)]
          for (let at = 0; at < 750; at += 1) draft.create('events', eventRecord({ tags }))
        },
        { author: 'admin' },
      )
    }
    const get = async (path: string) => JSON.parse((await call({ as: 'nobody', method: 'GET', path })).text)

    const before = await get(`/tags/${tag}`)
    const removed = await call({ as: 'admin', method: 'DELETE', path: `/tags/${tag}` })
    const shown = await get('/events?per_page=1')

    expect(before.count).toBe(MANY)
    expect(removed.status).toBe(200)
    expect((await call({ as: 'nobody', method: 'GET', path: `/tags/${tag}` })).status).toBe(400)
    expect([shown.total, shown.events[0].tags]).toEqual([MANY, []])
  })

  it('shows all that is due as published at once, and the next write commits it a part at a time', async () => {
    const { node, call } = await calledCalendar()
    await node.calendar.write(
      async (draft) => {
        for (let at = 0; at < 700; at += 1) {
          const date = at < 600 ? '2027-03-15 09:00:00' : '2030-01-01 00:00:00'
          draft.create('events', eventRecord({ status: 'future', date }))
        }
      },
      { author: 'admin' },
    )
    const total = async () =>
      JSON.parse((await call({ as: 'nobody', method: 'GET', path: '/events?per_page=1' })).text).total

    const before = await total()
    const scheduled = [...(await node.calendar.view()).scheduled('events')]
    const written = await call({ as: 'admin', method: 'POST', path: '/tags', body: '{"name":"Next"}' })
    const sizes: number[] = []
    for await (const { commit } of node.calendar.commits()) sizes.unshift(commit.changes.length)

    expect([before, scheduled.length, written.status, await total()]).toEqual([600, 700, 201, 600])
    expect(sizes).toEqual([700, 500, 100, 1])
    expect([...(await node.calendar.view()).scheduled('events')]).toHaveLength(100)
  })
})
