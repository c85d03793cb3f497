import { element } from '../element.ts'
import { counted, numberText } from '../language/counted.ts'
import { showProblem } from '../problem.ts'
import { calendarTexts } from './calendar-texts.ts'
import { addDays, type Day, dayText, today } from './days.ts'
import { eventList, LIST_DAYS } from './event-list.ts'
import { draggable } from './grid/drag.ts'
import { timeGrid } from './grid/time-grid.ts'
import { legend } from './hues.ts'
import { daysOfMonth, monthView } from './month-view.ts'
import { type MovedEvent, moveEvent } from './moved-event.ts'
import { calendarAddress, type Span } from './place.ts'
import { plainText } from './plain-text.ts'
import {
  type EventsOfDays,
  type NearestEvent,
  type ReadOptions,
  readEvents,
  readNearest,
} from './read-events.ts'
import { daysOfWeek, weekView } from './week-view.ts'
import { startDay } from './when.ts'

export interface Drawing {
  readonly title: string
  readonly body: HTMLElement
  /** The number of events. Empty where it would say nothing. */
  readonly note: string
  /** A link after the note, from days without events to the nearest event. */
  readonly lead?: HTMLAnchorElement
}

export interface SpanOptions extends ReadOptions {
  /** Called after an event was dragged elsewhere. */
  readonly onMoved: (moved: MovedEvent) => void
}

/** Reads and draws each span around a day. */
export const SPANS: Readonly<Record<Span, (day: Day, options: SpanOptions) => Promise<Drawing>>> = {
  async month(day, options) {
    const days = daysOfMonth(day)
    const read = await readSpan(days[0] ?? day, days.at(-1) ?? day, options)
    const title = dayText(day, { month: 'long', year: 'numeric' })
    return movable(drawing('month', { title, shown: monthView(day, read.events), read }), {
      ...options,
      ...read,
    })
  },
  async week(day, options) {
    const days = daysOfWeek(day)
    const [first = day, last = day] = [days[0], days.at(-1)]
    const read = await readSpan(first, last, options)
    const title = calendarTexts.weekOf(dayText(first, { day: 'numeric', month: 'long', year: 'numeric' }))
    return movable(drawing('week', { title, shown: weekView(day, read.events), read }), {
      ...options,
      ...read,
    })
  },
  async day(day, options) {
    const read = await readSpan(day, day, options)
    const title = dayText(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
    return movable(drawing('day', { title, shown: timeGrid([day], read.events), read }), {
      ...options,
      ...read,
    })
  },
  async list(day, options) {
    const read = await readSpan(day, addDays(day, LIST_DAYS - 1), options)
    const from = dayText(day, { day: 'numeric', month: 'long', year: 'numeric' })
    const title = day === today() ? calendarTexts.eventsFromToday : calendarTexts.eventsFrom(from)
    return drawing('list', { title, shown: eventList(day, read.events), read })
  },
}

interface SpanEvents extends EventsOfDays {
  /** Read for days without events only. */
  readonly nearest: NearestEvent | undefined
}

async function readSpan(first: Day, last: Day, options: ReadOptions): Promise<SpanEvents> {
  const read = await readEvents(first, last, options)
  return { ...read, nearest: read.total === 0 ? await readNearest(first, last, options) : undefined }
}

interface Drawn {
  readonly title: string
  readonly shown: HTMLElement
  readonly read: SpanEvents
}

function drawing(kind: Span, { title, shown, read }: Drawn): Drawing {
  const body = element('div', { className: 'span' }, [shown, legend(read.events)])
  return { title, body, note: noteOn(read), ...(read.nearest && { lead: leadTo(read.nearest, kind) }) }
}

/** A link to the days of an event, in the same kind of span. */
function leadTo({ event, isLater }: NearestEvent, kind: Span): HTMLAnchorElement {
  const day = startDay(event)
  const text = isLater ? calendarTexts.nextEvent : calendarTexts.lastEvent
  const date = dayText(day, { day: 'numeric', month: 'long', year: 'numeric' })
  const textContent = text(plainText(event.title), date)
  return element('a', { href: calendarAddress({ kind, day }), textContent })
}

/** Lets the events of a drawing be dragged. */
function movable(
  made: Drawing,
  { events, onMoved }: Pick<SpanOptions, 'onMoved'> & Pick<EventsOfDays, 'events'>,
): Drawing {
  draggable(made.body, {
    onDrop(id, shift) {
      const event = events.find((each) => each.id === id)
      if (event) moveEvent(event, shift).then(onMoved, showProblem)
    },
  })
  return made
}

function noteOn({ events, total, nearest }: SpanEvents): string {
  if (events.length < total) return calendarTexts.firstEvents(numberText(events.length), numberText(total))
  if (nearest) return calendarTexts.noEventsHere
  if (total === 0) return calendarTexts.noEvents
  return counted(calendarTexts.eventCount, total)
}
