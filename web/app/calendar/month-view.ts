import type { WireEvent } from '../../../src/calendar/wire.ts'
import { element } from '../element.ts'
import { dayKeys } from './day-keys.ts'
import {
  addDays,
  addMonths,
  type Day,
  daysBetween,
  daysFrom,
  dayText,
  firstOfMonth,
  firstOfWeek,
  today,
} from './days.ts'
import { eventLink } from './event-link.ts'
import './month.css'
import { addressOf } from './place.ts'
import { isOn } from './when.ts'

const SHOWN_A_DAY = 3

/** The days that a month's view shows: four to six whole weeks. */
export function daysOfMonth(day: Day): readonly Day[] {
  const first = firstOfWeek(firstOfMonth(day))
  const last = addDays(firstOfMonth(addMonths(day, 1)), -1)
  return daysFrom(first, daysBetween(first, firstOfWeek(last)) + 7)
}

/** A grid of weeks. Arrow keys move between days, as is usual for date grids. */
export function monthView(day: Day, events: readonly WireEvent[]): HTMLElement {
  const days = daysOfMonth(day)
  const head = element('tr', {}, days.slice(0, 7).map(weekday))
  const weeks = Array.from({ length: days.length / 7 }, (_, at) =>
    element(
      'tr',
      {},
      days.slice(at * 7, at * 7 + 7).map((each) => cell(each, day, events)),
    ),
  )
  const table = element('table', { className: 'month' }, [
    element('thead', {}, [head]),
    element('tbody', {}, weeks),
  ])
  dayKeys(table)
  return table
}

function weekday(day: Day): HTMLElement {
  return element('th', { scope: 'col', textContent: dayText(day, { weekday: 'short' }) })
}

function cell(day: Day, shown: Day, events: readonly WireEvent[]): HTMLElement {
  const here = events.filter((event) => isOn(event, day))
  const number = element('a', {
    className: 'day-number',
    href: addressOf({ kind: 'list', day }),
    textContent: String(Number(day.slice(8))),
    ariaLabel: `${dayText(day, { weekday: 'long', day: 'numeric', month: 'long' })}, ${countText(here.length)}`,
    tabIndex: day === shown ? 0 : -1,
  })
  number.dataset['day'] = day
  const links = here.slice(0, SHOWN_A_DAY).map((event) => eventLink(event, day))
  const made = element('td', {}, [number, addLink(day), ...links])
  if (here.length > SHOWN_A_DAY) {
    const more = `${here.length - SHOWN_A_DAY} more`
    made.append(
      element('a', { className: 'more', href: addressOf({ kind: 'list', day }), textContent: more }),
    )
  }
  made.classList.toggle('elsewhere', day.slice(0, 7) !== shown.slice(0, 7))
  made.classList.toggle('has-events', here.length > 0)
  if (day === today()) number.setAttribute('aria-current', 'date')
  return made
}

/** A link for the mouse, shown while it is over the cell. With a keyboard, the day's list leads to the same form. */
function addLink(day: Day): HTMLElement {
  return element('a', {
    className: 'add-here',
    href: addressOf({ kind: 'new', day }),
    textContent: '+',
    title: 'New event on this day',
    tabIndex: -1,
    ariaHidden: 'true',
  })
}

function countText(count: number): string {
  if (count === 0) return 'no events'
  return count === 1 ? '1 event' : `${count} events`
}
