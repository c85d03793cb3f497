import { describe, expect, it } from 'vitest'
import { type CalledCalendar, calledCalendar } from './called-calendar.ts'
import { termRecord } from './records.ts'

async function send({ call }: CalledCalendar, method: string, path: string, body?: object) {
  const sent = body && { body: JSON.stringify(body) }
  const { status, text } = await call({ as: 'admin', method, path: `/categories${path}`, ...sent })
  return { status, body: JSON.parse(text) }
}

describe('categories in a chain of 64 levels', () => {
  /** The ids of a chain, from the top on. */
  const chain = ({ node }: CalledCalendar, levels: number) =>
    node.calendar.write(
      async (draft) => {
        const ids: number[] = []
        for (let level = 0; level < levels; level += 1) {
          const above = ids.at(-1)
          const parent = above === undefined ? null : draft.uidOf('categories', above)
          ids.push(draft.create('categories', termRecord({ slug: `${levels}-${level}`, parent })))
        }
        return ids
      },
      { author: 'test' },
    )

  it('take no further level, new or moved with the levels below it', async () => {
    const calendar = await calledCalendar()
    const whole = await chain(calendar, 64)
    const short = await chain(calendar, 3)
    const name = 'Further'

    const below = await send(calendar, 'POST', '', { name, parent: whole[63] })
    const beside = await send(calendar, 'POST', '', { name, parent: whole[62] })
    const moved = await send(calendar, 'PATCH', `/${short[0]}`, { parent: whole[61] })
    const fitting = await send(calendar, 'PATCH', `/${short[0]}`, { parent: whole[60] })

    const fault = { parent: 'Has over 64 levels of categories.' }
    expect([below.status, below.body.data?.params]).toEqual([400, fault])
    expect([beside.status, beside.body.parent]).toEqual([201, whole[62]])
    expect([moved.status, moved.body.data?.params]).toEqual([400, fault])
    expect([fitting.status, fitting.body.parent]).toEqual([200, whole[60]])
  })

  it('keep their parents when they are changed, also in a longer chain', async () => {
    const calendar = await calledCalendar()
    const [parent, last] = (await chain(calendar, 70)).slice(-2)

    const described = await send(calendar, 'PATCH', `/${last}`, { description: 'x' })
    const whole = await send(calendar, 'PUT', `/${last}`, { description: 'y', parent })

    expect([described.status, described.body.parent]).toEqual([200, parent])
    expect([whole.status, whole.body.parent]).toEqual([200, parent])
  })

  it('make no cycle', async () => {
    const calendar = await calledCalendar()
    const ids = await chain(calendar, 64)

    const { status, body } = await send(calendar, 'PATCH', `/${ids[0]}`, { parent: ids[63] })

    expect([status, body.parent]).toEqual([200, 0])
  })
})

it('a category with more children than a commit changes is removed, and its parent has them', async () => {
  const calendar = await calledCalendar()
  const { node } = calendar
  const top = await calendar.create('categories', { name: 'Top' })
  const removed = await calendar.create('categories', { name: 'Removed', parent: top })
  const addChildren = (count: number) =>
    node.calendar.write(
      async (draft) => {
        const parent = draft.uidOf('categories', removed)
        for (let at = 0; at < count; at += 1)
          draft.create('categories', termRecord({ slug: `${count}-${at}`, parent }))
      },
      { author: 'test' },
    )
  await addChildren(998)
  await addChildren(2)

  const { status, body } = await send(calendar, 'DELETE', `/${removed}`)

  const parents = [...(await node.calendar.view()).rows('categories')].map(({ parent }) => parent)
  expect([status, body.id]).toEqual([200, removed])
  expect(parents).toEqual([0, ...new Array(1000).fill(top)])
})
