import type {
  WireError,
  WireEvent,
  WireList,
  WireOrganizer,
  WirePage,
  WireTerm,
  WireVenue,
} from '../../../src/calendar/wire.ts'
import { fetchHere } from '../call.ts'
import { frameTexts } from '../language/frame-texts.ts'
import { sentence } from '../next-step.ts'
import { calendarTexts } from './calendar-texts.ts'
import { tellOtherTabs } from './follow.ts'

const ROOT = '/cal/events/v1'

/** Thrown when the calendar refuses a request. The message is the API's. */
export class CalendarRefusal extends Error {
  override readonly name = 'CalendarRefusal'
  /** The fields that the API names as invalid. */
  readonly fields: readonly string[]

  constructor(message: string, fields: readonly string[]) {
    super(message)
    this.fields = fields
  }
}

type WireCollection = 'events' | 'venues' | 'organizers' | 'categories' | 'tags'

/** Fields of the API that the form sends. Absent fields are not changed. */
export type EventInput = Readonly<Record<string, unknown>>

/** Client of the calendar in this browser's node. All methods throw `CalendarRefusal`, or the errors of `fetch`. */
export const calendarApi = {
  events: (query: Readonly<Record<string, string>>, signal: AbortSignal) =>
    ask<WireList<'events', WireEvent>>(`/events?${new URLSearchParams(query)}`, { signal }),
  event: (id: number) => ask<WireEvent>(`/events/${id}`),
  save: (id: number | undefined, input: EventInput) =>
    ask<WireEvent>(id === undefined ? '/events' : `/events/${id}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
    }),
  /** One page of a list. */
  async page<T>(
    collection: WireCollection,
    query: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<{ readonly entries: readonly T[]; readonly total: number; readonly totalPages: number }> {
    const page = await ask<WirePage & Readonly<Record<string, readonly T[] | undefined>>>(
      `/${collection}?${new URLSearchParams(query)}`,
      signal && { signal },
    )
    return { entries: page[collection] ?? [], total: page.total, totalPages: page.total_pages }
  },
  put: <T extends object>(collection: WireCollection, id: number | undefined, input: EventInput) =>
    ask<T>(id === undefined ? `/${collection}` : `/${collection}/${id}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
    }),
  drop: (collection: WireCollection, id: number) => ask<object>(`/${collection}/${id}`, { method: 'DELETE' }),
  /** Number of events of any date that a filter of the list finds: `venue` with an id. */
  async countUsing(filter: string, id: number): Promise<number> {
    const query = { [filter]: String(id), per_page: '1', starts_after: '1000-01-01' }
    return (await ask<WirePage>(`/events?${new URLSearchParams(query)}`)).total
  },
  remove: (id: number) => ask<WireEvent>(`/events/${id}`, { method: 'DELETE' }),
  venues: () => readChoices<WireVenue>('venues'),
  organizers: () => readChoices<WireOrganizer>('organizers'),
  categories: () => readChoices<WireTerm>('categories', { hide_empty: 'false' }),
}

/** Maximum number of pages of 50 entries that a choice offers. */
const MOST_PAGES = 4

async function readChoices<T>(
  collection: WireCollection,
  query: Readonly<Record<string, string>> = {},
): Promise<readonly T[]> {
  const choices: T[] = []
  for (let page = 1; ; page += 1) {
    const asked = { ...query, per_page: '50', page: String(page) }
    const { entries, totalPages } = await calendarApi.page<T>(collection, asked)
    choices.push(...entries)
    if (page >= Math.min(totalPages, MOST_PAGES)) return choices
  }
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetchHere(ROOT + path, init)
  if (response.ok && init?.method !== undefined) tellOtherTabs()
  if (response.ok) return response.json()
  throw await refusalOf(response)
}

const GONE = calendarTexts.gone

async function refusalOf(response: Response): Promise<CalendarRefusal> {
  try {
    const { message, data }: WireError = await response.json()
    const fields = Object.keys(data?.params ?? {})
    return new CalendarRefusal(`${sentence(String(message))} ${nextOf(response, fields)}`, fields)
  } catch {
    const text = calendarTexts.status(String(response.status))
    return new CalendarRefusal(text, [])
  }
}

function nextOf({ status }: Response, fields: readonly string[]): string {
  if (fields.length > 0) return calendarTexts.changeField
  return status === 404 || status === 403 ? GONE : frameTexts.otherwise
}
