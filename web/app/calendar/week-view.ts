import type { WireEvent } from '../../../src/calendar/wire.ts'
import { element } from '../element.ts'
import { calendarTexts } from './calendar-texts.ts'
import { type Day, daysFrom, dayText, firstOfWeek, today } from './days.ts'
import { eventLink } from './event-link.ts'
import { timeGrid } from './grid/time-grid.ts'
import { calendarAddress } from './place.ts'
import './week.css'
import { isOn } from './when.ts'

export function daysOfWeek(day: Day): readonly Day[] {
  return daysFrom(firstOfWeek(day), 7)
}

/** Windows in which hours side by side would be too narrow. */
export const NARROW = matchMedia('(max-width: 60rem)')

/** Seven days with their hours side by side; on a phone one below the other, each with its events in order of time. */
export function weekView(day: Day, events: readonly WireEvent[]): HTMLElement {
  if (!NARROW.matches) return timeGrid(daysOfWeek(day), events)
  return element(
    'div',
    { className: 'week' },
    daysOfWeek(day).map((each) => column(each, events)),
  )
}

function column(day: Day, events: readonly WireEvent[]): HTMLElement {
  const here = events.filter((event) => isOn(event, day))
  const heading = element('h2', {
    textContent: dayText(day, { weekday: 'short', day: 'numeric', month: 'short' }),
  })
  if (day === today()) heading.setAttribute('aria-current', 'date')
  const list = element(
    'ul',
    { className: 'events' },
    here.map((event) => element('li', {}, [eventLink(event, day)])),
  )
  const add = element('a', {
    className: 'add-here',
    href: calendarAddress({ kind: 'new', day }),
    textContent: '+',
    ariaLabel: calendarTexts.newEventOn(dayText(day, { weekday: 'long', day: 'numeric', month: 'long' })),
  })
  return element('section', { className: 'day' }, [heading, list, add])
}
