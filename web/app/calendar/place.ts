import { type Day, isDay, today } from './days.ts'

export type Span = 'month' | 'week' | 'list'

const SPANS: readonly string[] = ['month', 'week', 'list'] satisfies readonly Span[]

export function isSpan(kind: string | undefined): kind is Span {
  return kind !== undefined && SPANS.includes(kind)
}

/** What the calendar shows; each has an address, so that a reload and the back button lead there. */
export type Place =
  | { readonly kind: Span; readonly day: Day }
  | { readonly kind: 'new'; readonly day: Day }
  | { readonly kind: 'event' | 'edit'; readonly id: number }

/** Reads what follows `#calendar/`: `week/2027-04-12`, `event/7`. Anything else is this month. */
export function parsePlace(rest: string): Place {
  const [kind = '', value = ''] = rest.split('/')
  if ((kind === 'event' || kind === 'edit') && /^\d{1,15}$/.test(value)) return { kind, id: Number(value) }
  const day = isDay(value) ? value : today()
  return { kind: isSpan(kind) || kind === 'new' ? kind : 'month', day }
}

export function addressOf(place: Place): string {
  return `#calendar/${place.kind}/${'id' in place ? place.id : place.day}`
}
