import { describe, expect, it } from 'vitest'
import { type FieldTable, withAddedFields, withoutUnusedFields } from '../../../src/calendar/model/field.ts'

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

describe('withoutUnusedFields()', () => {
  it('leaves out an added field that has its initial value, and no other field', () => {
    expect(withoutUnusedFields(TABLE, { title: '', isShown: true, note: '' })).toEqual({ title: '' })
  })

  it.each([
    { title: 'Ev', isShown: false, note: 'n' },
    { title: 'Ev', isShown: false },
  ])('keeps what was set, and gives back what is read: %j', (record) => {
    expect(withoutUnusedFields(TABLE, record)).toEqual(record)
    expect(withAddedFields(TABLE, record)).toEqual({ note: '', ...record })
  })

  it('leaves out an empty list', () => {
    const table = { guests: { stored: 'texts', added: true } } as const satisfies FieldTable

    expect(withoutUnusedFields(table, { guests: [] })).toEqual({})
    expect(withoutUnusedFields(table, { guests: ['a'] })).toEqual({ guests: ['a'] })
  })
})
