import { describe, expect, it } from 'vitest'
import { type FieldTable, withAddedFields } from '../../../src/calendar/model/field.ts'

const TABLE = {
  title: { stored: 'text' },
  isShown: { stored: 'flag', initial: true, added: true },
  note: { stored: 'text', added: true },
} as const satisfies FieldTable

describe('withAddedFields()', () => {
  it('gives a record that is older than a field the initial value of that field', () => {
    expect(withAddedFields(TABLE, { title: 'Ev' })).toEqual({ title: 'Ev', isShown: true, note: '' })
  })

  it('leaves what a record says', () => {
    const values = { title: 'Ev', isShown: false, note: 'n' }

    expect(withAddedFields(TABLE, values)).toEqual(values)
  })

  it('adds no field that version 1 of the format has, so that damaged records stay damaged', () => {
    expect(withAddedFields(TABLE, { note: 'n' })).toEqual({ note: 'n', isShown: true })
  })

  it.each([undefined, null, 'text', 4])('passes on %j, which is no record', (values) => {
    expect(withAddedFields(TABLE, values)).toBe(values)
  })
})
