import { describe, expect, it } from 'vitest'
import { createNode } from '../../src/node/create.ts'
import { WHOLE_NODE } from '../../src/node/whole-node.ts'
import { openWebPorts } from '../../web/host/ports.ts'
import { eventRecord } from '../unit/calendar/records.ts'
import { countTransactions } from './count-transactions.ts'
import { freshName } from './storage-name.ts'

const AUTHOR = { author: 'somebody' }

/** A calendar of its own over a storage that others have too. Without a schedule: nothing reads or writes beside it. */
async function openCalendar(name: string) {
  const { schedule, ...ports } = await openWebPorts({ name })
  const { calendar } = await createNode(ports, { parts: WHOLE_NODE, repoPath: name, system: 'browser/test' })
  const create = (title: string) =>
    calendar.write(async (draft) => draft.create('events', eventRecord({ title })), AUTHOR)
  const retitle = (id: number, title: string) =>
    calendar.write(async (draft) => {
      for (const { record } of await draft.read('events', [id])) {
        draft.replace('events', id, { ...record, title })
      }
    }, AUTHOR)
  const titleOf = async (id: number) => {
    const view = await calendar.view({ prefetch: { collection: 'events', id } })
    return (await view.read('events', [id])).map(({ record }) => record.title)
  }
  return { calendar, create, retitle, titleOf }
}

describe('a calendar in two tabs', () => {
  it('shows each of them what the other has written, at once', async () => {
    const name = freshName()
    const [one, two] = [await openCalendar(name), await openCalendar(name)]
    const id = await one.create('first')

    const seen: string[] = []
    for (let turn = 0; turn < 10; turn += 1) {
      const [writer, reader] = turn % 2 === 0 ? [one, two] : [two, one]
      await writer.retitle(id, `title ${turn}`)
      seen.push(...(await reader.titleOf(id)), ...(await writer.titleOf(id)))
    }

    expect(seen).toEqual(Array.from({ length: 20 }, (_, at) => `title ${Math.floor(at / 2)}`))
    const heads = [(await one.calendar.view()).head, (await two.calendar.view()).head]
    expect(heads[0]?.toString()).toBe(heads[1]?.toString())
  })

  it('reads one event, and whether others have written, in one transaction', async () => {
    const name = freshName()
    const [one, two] = [await openCalendar(name), await openCalendar(name)]
    const ids = [await one.create('first'), await one.create('second')]
    const [first = 0, second = 0] = ids
    await two.titleOf(first)

    const { result, transactions } = await countTransactions(() => two.titleOf(second))

    expect(result).toEqual(['second'])
    expect(transactions).toBe(1)
  })
})
