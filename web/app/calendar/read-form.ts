import type { WireEvent } from '../../../src/calendar/wire.ts'
import type { EventInput } from './calendar-api.ts'
import { plainText } from './plain-text.ts'
import { readTerms } from './read-terms.ts'

/** The form controls from which each field of the API is read. */
const CONTROLS: Readonly<Record<string, readonly string[]>> = {
  title: ['title'],
  all_day: ['all_day'],
  start_date: ['start_day', 'start_time', 'all_day'],
  end_date: ['end_day', 'end_time', 'all_day'],
  timezone: ['timezone'],
  venue: ['venue'],
  organizer: ['organizer'],
  categories: ['categories'],
  tags: ['tags'],
  cost: ['cost'],
  website: ['website'],
  featured: ['featured'],
  status: ['draft'],
  description: ['description'],
  excerpt: ['excerpt'],
  image: ['picture', 'no_picture'],
}

/** Fields that the API accepts empty only in an update, where that clears them. */
const NEVER_EMPTY_AT_FIRST = ['description', 'excerpt']

/** The first control of an API field. `undefined` for a field that the form does not have. */
export function controlOf(field: string): string | undefined {
  return CONTROLS[field]?.[0]
}

export interface ReadFormOptions {
  /** The event as it was when the form was opened; absent for a new one. */
  readonly event: Pick<WireEvent, 'categories' | 'tags'> | undefined
  /** The contents of the form at that time. */
  readonly before: FormData | undefined
}

/**
 * Reads the fields to send. For an existing event, controls that are unchanged since `before` are left out:
 * texts are shown rendered, and only one of several organizers is shown, so both would come back changed.
 */
export function readForm(fields: FormData, { event, before }: ReadFormOptions): EventInput {
  const whole = wholeInput(fields, event)
  const entries = Object.entries(whole)
  if (!before)
    return Object.fromEntries(
      entries.filter(([name, value]) => value !== '' || !NEVER_EMPTY_AT_FIRST.includes(name)),
    )
  const isTouched = (name: string) => fields.get(name) !== before.get(name)
  return Object.fromEntries(entries.filter(([name]) => CONTROLS[name]?.some(isTouched)))
}

function wholeInput(fields: FormData, event: ReadFormOptions['event']): EventInput {
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const terms = (name: 'categories' | 'tags') => {
    const known = (event?.[name] ?? []).map((term) => ({ id: term.id, name: plainText(term.name) }))
    return readTerms(text(name), known)
  }
  const isAllDay = fields.has('all_day')
  const moment = (side: 'start' | 'end') =>
    isAllDay ? text(`${side}_day`) : `${text(`${side}_day`)} ${text(`${side}_time`)}`
  return {
    title: text('title'),
    all_day: isAllDay,
    start_date: moment('start'),
    end_date: moment('end'),
    timezone: text('timezone'),
    venue: venueField(text),
    organizer: organizerField(text),
    categories: terms('categories'),
    tags: terms('tags'),
    cost: text('cost'),
    website: text('website'),
    featured: fields.has('featured'),
    status: fields.has('draft') ? 'draft' : 'publish',
    description: text('description'),
    excerpt: text('excerpt'),
    ...(fields.has('no_picture') && { image: '' }),
  }
}

type Text = (name: string) => string

function venueField(text: Text): unknown {
  const chosen = text('venue')
  if (chosen !== 'new') return chosen === '' ? [] : Number(chosen)
  const [address, city, country] = [text('venue_address'), text('venue_city'), text('venue_country')]
  return { venue: text('venue_name'), address, city, country }
}

function organizerField(text: Text): unknown {
  const chosen = text('organizer')
  if (chosen !== 'new') return chosen === '' ? [] : [Number(chosen)]
  return [{ organizer: text('organizer_name'), email: text('organizer_email') }]
}
