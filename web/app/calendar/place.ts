import { type Day, isDay, today } from './days.ts'
import { isManaged, type ManagedPart } from './manage/parts.ts'

export type Span = 'month' | 'week' | 'day' | 'list'

const SPANS: readonly string[] = ['month', 'week', 'day', 'list'] satisfies readonly Span[]

export function isSpan(kind: string | undefined): kind is Span {
  return kind !== undefined && SPANS.includes(kind)
}

/** A place in the calendar. Each has a URL, so that reload and the back button work. */
export type CalendarPlace =
  | { readonly kind: Span; readonly day: Day }
  /** A new event on a day, at `09:30` where a time was chosen. */
  | { readonly kind: 'new'; readonly day: Day; readonly time?: string }
  | { readonly kind: 'event' | 'edit'; readonly id: number }
  | { readonly kind: 'manage'; readonly part: ManagedPart }

/**
 * Parses the URL fragment after `#calendar/`: `week/2027-04-12`, `event/7`. A month without a day, as people type it,
 * means its first day. Anything else means the current month.
 */
export function parseCalendarPlace(rest: string): CalendarPlace {
  const [kind = '', value = '', time = ''] = rest.split('/')
  if ((kind === 'event' || kind === 'edit') && /^\d{1,15}$/.test(value)) return { kind, id: Number(value) }
  if (kind === 'manage') return { kind, part: isManaged(value) || value === 'trash' ? value : 'venues' }
  const day = [value, `${value}-01`].find(isDay) ?? today()
  if (kind === 'new') return /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? { kind, day, time } : { kind, day }
  return { kind: isSpan(kind) ? kind : 'month', day }
}

export function calendarAddress(place: CalendarPlace): string {
  if ('id' in place) return `#calendar/${place.kind}/${place.id}`
  if ('part' in place) return `#calendar/manage/${place.part}`
  const time = place.kind === 'new' && place.time !== undefined ? `/${place.time}` : ''
  return `#calendar/${place.kind}/${place.day}${time}`
}
