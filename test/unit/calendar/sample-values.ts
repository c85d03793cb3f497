import {
  type Field,
  type FieldTable,
  isSent,
  type ReadAs,
  type SentField,
} from '../../../src/calendar/model/field.ts'

/** Values that samples of fields are made of: no two samples have one of them in common. */
export interface Sample {
  readonly word: string
  readonly number: number
  readonly isOn: boolean
}

/** A value for each way of reading one. A link, a status, a date or a zone needs more than its declaration says. */
const VALUES: { readonly [As in ReadAs]?: (sample: Sample) => unknown } = {
  text: ({ word }) => word,
  string: ({ word }) => word,
  integer: ({ number }) => number,
  flag: ({ isOn }) => isOn,
  switch: ({ isOn }) => isOn,
  cost: ({ number }) => `$${number}`,
  degrees: ({ number }) => String(number),
  address: ({ word }) => `http://${word}.test/`,
}

/** Checks that accept the value above, or need another one. */
const CHECKED: Partial<Record<NonNullable<SentField['check']>, (sample: Sample) => unknown>> = {
  address: ({ word }) => `http://${word}.test/`,
  'flag or text': ({ isOn }) => isOn,
  latitude: ({ number }) => String(number),
  longitude: ({ number }) => String(number),
  substantial: ({ word }) => word,
  title: ({ word }) => word,
  written: ({ word }) => word,
}

/**
 * A value for each field that a request may send, by its name on the wire. A field that refers to something else is
 * left out.
 */
export function sampleValues(table: FieldTable, sample: Sample): Record<string, unknown> {
  const entries = Object.values<Field>(table).flatMap((field) => {
    if (!isSent(field)) return []
    const sampled = field.check === undefined ? VALUES[field.reads] : CHECKED[field.check]
    return sampled ? [[field.wire, sampled(sample)] as const] : []
  })
  return Object.fromEntries(entries)
}
