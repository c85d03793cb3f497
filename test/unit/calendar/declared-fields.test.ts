import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { type Field, isSent } from '../../../src/calendar/model/field.ts'
import { FIELDS } from '../../../src/calendar/model/records.ts'
import { calledCalendar } from './called-calendar.ts'
import { sampleValues } from './sample-values.ts'

const SAMPLE = { word: 'walrus', number: 52, isOn: true }

/** What a request must send besides. */
const REQUIRED = {
  events: { title: 'Ev', start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' },
  venues: { venue: 'Hall' },
  organizers: { organizer: 'Club' },
}

describe.each(Object.keys(REQUIRED) as (keyof typeof REQUIRED)[])('the fields of %s', (collection) => {
  it('give back what was sent where they are printed unchanged, and keep it when they are not sent', async () => {
    const printed = Object.values<Field>(FIELDS[collection])
      .filter(isSent)
      .filter(({ shows }) => shows)
    const all = sampleValues(FIELDS[collection], SAMPLE)
    const sample = Object.fromEntries(printed.map(({ wire }) => [wire, all[wire]]))
    const { call, create } = await calledCalendar()

    const id = await create(collection, { ...REQUIRED[collection], ...sample })
    const path = `/${collection}/${id}`
    const created = await call({ as: 'nobody', method: 'GET', path })
    const body = JSON.stringify({ description: 'Told' })
    const patched = await call({ as: 'admin', method: 'PATCH', path, body })

    expect(printed.length).toBeGreaterThan(0)
    expect(JSON.parse(created.text)).toMatchObject(sample)
    expect(JSON.parse(patched.text)).toMatchObject({ ...sample, description: '<p>Told</p>' })
  })
})

describe('FORMAT.md', () => {
  it('names each field that a record stores', async () => {
    const format = await readFile('src/calendar/FORMAT.md', 'utf8')
    const names = Object.values(FIELDS).flatMap((table) => Object.keys(table))

    expect(names.filter((name) => !format.includes(`\`${name}\``))).toEqual([])
  })
})
