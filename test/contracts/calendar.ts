import { describe, expect, it } from 'vitest'
import type { Calendar } from '../../src/calendar/model/calendar.ts'
import { createCalendar } from '../../src/calendar/store/create-calendar.ts'
import { createDerivedIndexes } from '../../src/calendar/store/rows/derive-row.ts'
import { seededRandom } from '../../src/memory/seeded-random.ts'
import type { Ports } from '../../src/node/create.ts'
import { eventRecord } from '../unit/calendar/records.ts'
import { runOperations } from './random-operations.ts'

const SEED = 20_270_501
/** Roots of the search tree after so many operations of that seed: the same on every host. */
const STATES = {
  60: 'bafyreic6oycq5gh4ahkpl6gp572eupc4zpfhiymxmqmzv53vgmoo4ezofm',
  200: 'bafyreifc5mx5gvm2g6jir6nypjulfgvfboatiez644ojdrizy4e3xedb2q',
  1000: 'bafyreig3jbu3fqtcdvwihawbu7x5w4eru7ztl3xqndrab4ihq66bsh3oiy',
} as const

export interface CalendarContractOptions {
  /** A host whose storage is slow makes fewer: what the operations do is the core's, and memory makes them all. */
  readonly operations?: keyof typeof STATES
}

const AUTHOR = { author: 'ann' }

/** How the calendar behaves over the adapters of a host. `open` gives ports over empty storage. */
export function calendarContract(
  name: string,
  open: () => Promise<Ports>,
  { operations = 1000 }: CalendarContractOptions = {},
): void {
  const calendarOver = (ports: Ports) => createCalendar({ ...ports, derivedIndexes: createDerivedIndexes() })

  describe(`Calendar contract: ${name}`, () => {
    it('comes to the same state after the same operations', async () => {
      const ports = { ...(await open()), random: seededRandom(SEED) }
      const calendar = calendarOver(ports)

      await runOperations(calendar, SEED, operations)

      expect(await stateOf(calendar)).toBe(STATES[operations])
      expect(await listed(calendarOver(ports))).toEqual(await listed(calendar))
    })

    it('gives no id and no slug twice, and loses nothing, when two write at once', async () => {
      const ports = await open()
      const [one, other] = [calendarOver(ports), calendarOver(ports)]
      const create = (calendar: Calendar, at: number) =>
        calendar.write(async (draft) => {
          let slug = 'same'
          for (let count = 2; draft.idBySlug('events', slug) !== undefined; count += 1) slug = `same-${count}`
          return draft.create('events', eventRecord({ title: `Ev ${at}`, slug }))
        }, AUTHOR)

      const ids = await Promise.all(
        Array.from({ length: 60 }, (_, at) => create(at % 2 === 0 ? one : other, at)),
      )

      const items = await listed(calendarOver(ports))
      expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, at) => 4 + at))
      expect(new Set(items.map(({ slug }) => slug)).size).toBe(60)
      expect(new Set(items.map(({ title }) => title)).size).toBe(60)
      expect(await listed(one)).toEqual(items)
      expect(await listed(other)).toEqual(items)
    })
  })
}

async function stateOf(calendar: Calendar): Promise<string> {
  for await (const { commit } of calendar.commits()) return commit.state.toString()
  return ''
}

async function listed(calendar: Calendar) {
  const view = await calendar.view()
  const { ids } = await view.selectEvents({ statuses: ['publish', 'trash'], offset: 0, limit: 10_000 })
  return (await view.read('events', ids)).map(({ id, record: { title, slug } }) => ({ id, title, slug }))
}
