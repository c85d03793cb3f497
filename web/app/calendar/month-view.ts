import type { WireEvent } from '../../../src/calendar/wire.ts'
import { element } from '../element.ts'
import { counted } from '../language/counted.ts'
import { calendarTexts } from './calendar-texts.ts'
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
import { calendarAddress } from './place.ts'
import { isOn } from './when.ts'

/** Heights in rem: what the page has above and below the weeks, the line with a day's number, and an event. */
const AROUND = 13.5
const NUMBER_LINE = 2.4
const EVENT_LINE = 2.2
const LEAST_WEEK = 4.75
const TITLE_LINE = 1.2
const EVENT_PADDING = 0.75

interface Room {
  readonly weekRem: number
  /** Number of events that a day shows. */
  readonly slots: number
  /** Number of lines of the title of each of `count` events of a day. */
  linesOf(count: number): number
}

/** The room of each day, so that the whole month fits the window where that leaves room for one event. */
function roomFor(weeks: number): Room {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const weekRem = Math.max(LEAST_WEEK, (innerHeight / rem - AROUND) / weeks)
  const roomRem = weekRem - NUMBER_LINE
  return {
    weekRem,
    slots: Math.max(1, Math.floor(roomRem / EVENT_LINE)),
    linesOf: (count) => Math.max(1, Math.floor((roomRem / Math.max(1, count) - EVENT_PADDING) / TITLE_LINE)),
  }
}

/** The days that a month's view shows: four to six whole weeks. */
export function daysOfMonth(day: Day): readonly Day[] {
  const first = firstOfWeek(firstOfMonth(day))
  const last = addDays(firstOfMonth(addMonths(day, 1)), -1)
  return daysFrom(first, daysBetween(first, firstOfWeek(last)) + 7)
}

/** A grid of weeks. Arrow keys move between days, as is usual for date grids. */
export function monthView(day: Day, events: readonly WireEvent[]): HTMLElement {
  const days = daysOfMonth(day)
  const room = roomFor(days.length / 7)
  const head = element('tr', {}, days.slice(0, 7).map(weekday))
  const weeks = Array.from({ length: days.length / 7 }, (_, at) =>
    element(
      'tr',
      {},
      days.slice(at * 7, at * 7 + 7).map((each) => cell(each, { shown: day, events, room })),
    ),
  )
  const table = element('table', { className: 'month' }, [
    element('thead', {}, [head]),
    element('tbody', {}, weeks),
  ])
  table.style.setProperty('--week', `${room.weekRem}rem`)
  dayKeys(table)
  return table
}

function weekday(day: Day): HTMLElement {
  return element('th', { scope: 'col', textContent: dayText(day, { weekday: 'short' }) })
}

interface CellOptions {
  /** The day for which the month is shown. */
  readonly shown: Day
  readonly events: readonly WireEvent[]
  readonly room: Room
}

function cell(day: Day, { shown, events, room }: CellOptions): HTMLElement {
  const here = events.filter((event) => isOn(event, day))
  const number = element('a', {
    className: 'day-number',
    href: calendarAddress({ kind: 'day', day }),
    textContent: String(Number(day.slice(8))),
    ariaLabel: `${dayText(day, { weekday: 'long', day: 'numeric', month: 'long' })}, ${countText(here.length)}`,
    tabIndex: day === shown ? 0 : -1,
  })
  number.dataset['day'] = day
  const links = here.slice(0, room.slots).map((event) => eventLink(event, day))
  const line = element('div', { className: 'day-line' }, [number, addLink(day)])
  const made = element('td', {}, [line, ...links])
  made.dataset['date'] = day
  const lines = room.linesOf(links.length)
  made.style.setProperty('--lines', String(lines))
  made.classList.toggle('one-line', lines === 1)
  if (here.length > links.length) {
    const more = calendarTexts.more(String(here.length - links.length))
    line.append(
      element('a', { className: 'more', href: calendarAddress({ kind: 'day', day }), textContent: more }),
    )
  }
  made.classList.toggle('elsewhere', day.slice(0, 7) !== shown.slice(0, 7))
  made.classList.toggle('has-events', here.length > 0)
  if (day === today()) number.setAttribute('aria-current', 'date')
  return made
}

/** A link for the mouse, shown while it is over the cell. With a keyboard, the day's view leads to the same form. */
function addLink(day: Day): HTMLElement {
  return element('a', {
    className: 'add-here',
    href: calendarAddress({ kind: 'new', day }),
    textContent: '+',
    title: calendarTexts.newEventHere,
    tabIndex: -1,
    ariaHidden: 'true',
  })
}

function countText(count: number): string {
  return count === 0 ? calendarTexts.noEventCount : counted(calendarTexts.eventCount, count)
}
