import { describe, expect, it } from 'vitest'
import { EVENT_FIELDS } from '../../../src/calendar/model/event.ts'
import type { FieldTable } from '../../../src/calendar/model/field.ts'
import { createMask } from '../../../src/calendar/rest/print/mask-event.ts'
import { verbatimFields } from '../../../src/calendar/rest/print/print-post.ts'
import type { WireEvent } from '../../../src/calendar/wire.ts'

const FIELD = { stored: 'text', wire: 'rain_plan', reads: 'text', about: 'Plan', type: 'string' } as const
const SECRET = 'In the barn'

/** The field `rainPlan` as it is declared, with what is printed of it in a list of protected events. */
const DECLARED: Readonly<Record<string, readonly [FieldTable[string], unknown]>> = {
  'a text that is printed unchanged': [{ ...FIELD, shows: 'line' }, ''],
  'a text with a printer of its own': [FIELD, ''],
  'an extension that is printed unchanged': [
    { ...FIELD, extension: true, added: true, shows: 'line' },
    undefined,
  ],
  'an extension with a printer of its own': [{ ...FIELD, extension: true, added: true }, undefined],
  'a text that the declaration leaves open': [{ ...FIELD, unmasked: true }, SECRET],
}

/** An event as printed, with what a new field adds to it. */
const printed = (more: object) =>
  ({ id: 7, title: 'Ev', description: 'Told', featured: true, ...more }) as unknown as WireEvent

describe('the mask of events with a password', () => {
  it.each(Object.entries(DECLARED))('hides a field as its declaration says: %s', (_, [field, expected]) => {
    const masked = createMask({ ...EVENT_FIELDS, rainPlan: field })(printed({ rain_plan: SECRET }))

    expect(masked).toEqual({
      id: 7,
      title: 'Ev',
      description: '',
      featured: null,
      ...(expected !== undefined && { rain_plan: expected }),
    })
  })

  it('leaves out what no declaration names', () => {
    const masked = createMask(EVENT_FIELDS)(printed({ rain_plan_html: SECRET, json_ld: { about: SECRET } }))

    expect(JSON.stringify(masked)).not.toContain(SECRET)
  })
})

describe('verbatimFields()', () => {
  const TABLE = {
    phone: { stored: 'text', wire: 'phone', shows: 'line' },
    rainPlan: { ...FIELD, extension: true, added: true, shows: 'line' },
    isIndoor: { stored: 'flag', wire: 'indoor', extension: true, added: true, initial: true, shows: 'value' },
  } as const satisfies FieldTable

  it('prints an extension only where it differs from its initial value', () => {
    expect(verbatimFields(TABLE, { phone: '', rainPlan: '', isIndoor: true })).toEqual({ phone: '' })
    expect(verbatimFields(TABLE, { phone: '1', rainPlan: SECRET, isIndoor: false })).toEqual({
      phone: '1',
      rain_plan: SECRET,
      indoor: false,
    })
  })
})
