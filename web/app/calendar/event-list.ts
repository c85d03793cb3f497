import type { WireEvent } from '../../../src/calendar/wire.ts'
import { element } from '../element.ts'
import { type Day, dayText } from './days.ts'
import { eventLink } from './event-link.ts'
import { plainText } from './plain-text.ts'
import { venueOf } from './venue-of.ts'
import { startDay, untilText, whenThere } from './when.ts'

/** Days on one page of the list. */
export const LIST_DAYS = 60

/** A list of events, grouped by the day on which they start, or by the first day of the list for earlier ones. */
export function eventList(first: Day, events: readonly WireEvent[]): HTMLElement {
  const days = new Map<Day, WireEvent[]>()
  for (const event of events) {
    const day = startDay(event) < first ? first : startDay(event)
    days.set(day, [...(days.get(day) ?? []), event])
  }
  const sections = Array.from(days, ([day, here]) => section(day, here))
  return element('div', { className: 'list' }, sections)
}

function section(day: Day, events: readonly WireEvent[]): HTMLElement {
  const text = dayText(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const items = events.map((event) => element('li', {}, [eventLink(event, day), whereLine(event, day)]))
  return element('section', {}, [
    element('h2', { textContent: text }),
    element('ul', { className: 'events' }, items),
  ])
}

/** Remaining time, time in the event's own zone, categories, venue and cost of an event. Its day, start and title are above. */
function whereLine(event: WireEvent, day: Day): HTMLElement {
  const venue = venueOf(event)
  const names = event.categories.map(({ name }) => plainText(name)).join(', ')
  const parts = [
    untilText(event, day),
    whenThere(event),
    names,
    venue ? plainText(venue.venue ?? '') : '',
    plainText(event.cost),
  ]
  return element('p', {
    className: 'where muted',
    textContent: parts.filter((part) => part !== '').join(' · '),
  })
}
