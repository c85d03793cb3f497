import { type Day, isDay, today } from './days.ts'

export type Span = 'month' | 'week' | 'list'

const SPANS: readonly string[] = ['month', 'week', 'list'] satisfies readonly Span[]

export function isSpan(kind: string | undefined): kind is Span {
  return kind !== undefined && SPANS.includes(kind)
}

/** A place in the calendar. Each has a URL, so that reload and the back button work. */
export type Place =
  | { readonly kind: Span; readonly day: Day }
  | { readonly kind: 'new'; readonly day: Day }
  | { readonly kind: 'event' | 'edit'; readonly id: number }

/** Parses the URL fragment after `#calendar/`: `week/2027-04-12`, `event/7`. Anything else means the current month. */
export function parsePlace(rest: string): Place {
  const [kind = '', value = ''] = rest.split('/')
  if ((kind === 'event' || kind === 'edit') && /^\d{1,15}$/.test(value)) return { kind, id: Number(value) }
  const day = isDay(value) ? value : today()
  return { kind: isSpan(kind) || kind === 'new' ? kind : 'month', day }
}

export function addressOf(place: Place): string {
  return `#calendar/${place.kind}/${'id' in place ? place.id : place.day}`
}
