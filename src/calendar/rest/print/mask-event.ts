import { EVENT_FIELDS } from '../../model/event.ts'
import { type Field, type FieldTable, isSent, type Stored } from '../../model/field.ts'
import type { WireEvent } from '../../wire.ts'

/** The forms of masked fields that are not the empty value of their kind. Spec: calendar facts, section 13.3. */
const MASKED_FORMS = {
  image: false,
  cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
  venue: [],
  custom_fields: [],
} satisfies Partial<WireEvent>

/** Fields of answers that are derived from unmasked fields, or that every record has. */
const DERIVED: readonly string[] = [
  'id',
  'global_id',
  'global_id_lineage',
  'modified',
  'modified_utc',
  'url',
  'rest_url',
  'start_date_details',
  'end_date_details',
  'utc_start_date',
  'utc_start_date_details',
  'utc_end_date',
  'utc_end_date_details',
  'timezone_abbr',
] satisfies readonly (keyof WireEvent)[]

/** The value of a masked field, by its kind. */
const MASKED: { readonly [Kind in keyof Stored]: unknown } = {
  text: '',
  status: '',
  integer: null,
  flag: null,
  'text or null': '',
  texts: [],
  labelled: [],
}

/**
 * Creates the function that hides the fields of an event with a password. An unmasked field stays as it is, an
 * extension is left out, any other field is empty. A name that neither the table nor this file knows is left out:
 * what is forgotten stays hidden. Spec: calendar facts, section 13.3.
 */
export function createMask(table: FieldTable): (printed: WireEvent) => WireEvent {
  const sent = Object.values<Field>(table).filter(isSent)
  const open = new Set([...DERIVED, ...sent.flatMap(({ unmasked, wire }) => (unmasked ? [wire] : []))])
  const masked = new Map<string, unknown>([
    ...sent.flatMap(({ extension, stored, wire }) => (extension ? [] : [[wire, MASKED[stored]] as const])),
    ...Object.entries(MASKED_FORMS),
  ])
  return (printed) => {
    const entries = Object.entries(printed).flatMap(([name, value]) => {
      if (open.has(name)) return [[name, value]]
      return masked.has(name) ? [[name, masked.get(name)]] : []
    })
    return Object.fromEntries(entries) as WireEvent
  }
}

/** Hides the fields of an event with a password, as the table of events declares. */
export const maskEvent = createMask(EVENT_FIELDS)
