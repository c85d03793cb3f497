import type { WireEvent } from '../../../../src/calendar/wire.ts'
import { element } from '../../element.ts'
import { calendarTexts } from '../calendar-texts.ts'
import { type Day, dayText, today } from '../days.ts'
import { eventLink } from '../event-link.ts'
import { calendarAddress } from '../place.ts'
import { endMs, isOn, startMs } from '../when.ts'
import './grid.css'
import { inLanes, type Taking } from './lanes.ts'
import { DAY_MINUTES, minutesOn } from './minutes.ts'

/** Further overlapping events of a week would be too narrow to hit; the view of the day has room for more. */
const MOST_LANES = { week: 3, day: 12 } as const

/** Consecutive days with hours: all-day events at the top, overlapping events side by side. */
export function timeGrid(days: readonly Day[], events: readonly WireEvent[]): HTMLElement {
  const most = days.length > 1 ? MOST_LANES.week : MOST_LANES.day
  const columns = days.map((day) => hourColumn(day, { events, most }))
  const hours = element(
    'div',
    { className: 'hours', ariaHidden: 'true' },
    Array.from({ length: 24 }, hourText),
  )
  const grid = element('div', { className: 'time-grid' }, [
    element('div', { className: 'grid-head' }, [
      element('span'),
      ...days.map((day, at) => dayHead(day, events, columns[at]?.left ?? 0)),
    ]),
    element('div', { className: 'grid-hours' }, [hours, ...columns.map(({ column }) => column)]),
  ])
  grid.style.setProperty('--days', String(days.length))
  return grid
}

function hourText(_: unknown, hour: number): HTMLElement {
  return element('span', { textContent: `${String(hour).padStart(2, '0')}:00` })
}

/** True for an event in the row above the hours: one that takes whole days. */
function isAllDay(event: WireEvent): boolean {
  return event.all_day === true || endMs(event) - startMs(event) >= DAY_MINUTES * 60_000
}

/** `left` is the number of events that the hours of the day have no room for. */
function dayHead(day: Day, events: readonly WireEvent[], left: number): HTMLElement {
  const heading = element('h2', {}, [
    element('a', {
      href: calendarAddress({ kind: 'day', day }),
      textContent: dayText(day, { weekday: 'short', day: 'numeric' }),
    }),
  ])
  if (day === today()) heading.setAttribute('aria-current', 'date')
  const add = element('a', {
    className: 'add-here',
    href: calendarAddress({ kind: 'new', day }),
    textContent: '+',
    ariaLabel: calendarTexts.newEventOn(dayText(day, { weekday: 'long', day: 'numeric', month: 'long' })),
  })
  const links = events
    .filter((event) => isAllDay(event) && isOn(event, day))
    .map((event) => eventLink(event, day))
  const head = element('div', { className: 'day-head' }, [heading, add, ...links])
  head.dataset['allDay'] = day
  if (left > 0) {
    const href = calendarAddress({ kind: 'day', day })
    head.append(element('a', { className: 'more', href, textContent: calendarTexts.more(String(left)) }))
  }
  return head
}

interface DayEvent extends Taking {
  readonly event: WireEvent
}

interface ColumnOptions {
  readonly events: readonly WireEvent[]
  readonly most: number
}

interface HourColumn {
  readonly column: HTMLElement
  /** Number of events without room. */
  readonly left: number
}

function hourColumn(day: Day, { events, most }: ColumnOptions): HourColumn {
  const here = events
    .filter((event) => !isAllDay(event) && isOn(event, day))
    .map((event): DayEvent => ({ event, ...minutesOn(day, event) }))
  const laid = inLanes(here)
  const links = laid.flatMap(({ taking, lane, lanes }) => {
    if (lane >= most) return []
    const link = eventLink(taking.event, day)
    link.style.setProperty('--from', String(taking.from))
    link.style.setProperty('--to', String(taking.to))
    link.style.setProperty('--lane', String(lane))
    link.style.setProperty('--lanes', String(Math.min(lanes, most)))
    return [link]
  })
  const left = laid.length - links.length
  const column = element('section', {
    className: 'hour-column',
    ariaLabel: dayText(day, { weekday: 'long', day: 'numeric', month: 'long' }),
  })
  column.dataset['hoursOf'] = day
  column.append(...links)
  column.addEventListener('click', ({ target, clientY }) => {
    if (target !== column) return
    const { top, height } = column.getBoundingClientRect()
    const half = Math.floor(((clientY - top) / height) * 48)
    const time = `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`
    location.hash = calendarAddress({ kind: 'new', day, time })
  })
  return { column, left }
}
