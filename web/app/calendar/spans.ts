import { addDays, type Day, dayText, today } from './days.ts'
import { LIST_DAYS, listView } from './list-view.ts'
import { daysOfMonth, monthView } from './month-view.ts'
import type { Span } from './place.ts'
import { type EventsOfDays, readEvents } from './read-events.ts'
import { daysOfWeek, weekView } from './week-view.ts'

export interface Drawing {
  readonly title: string
  readonly body: HTMLElement
  /** The number of events. Empty where it would say nothing. */
  readonly note: string
}

/** Reads and draws each span around a day. */
export const SPANS: Readonly<Record<Span, (day: Day, signal: AbortSignal) => Promise<Drawing>>> = {
  async month(day, signal) {
    const days = daysOfMonth(day)
    const read = await readEvents(days[0] ?? day, days.at(-1) ?? day, signal)
    const title = dayText(day, { month: 'long', year: 'numeric' })
    return { title, body: monthView(day, read.events), note: noteOn(read) }
  },
  async week(day, signal) {
    const days = daysOfWeek(day)
    const [first = day, last = day] = [days[0], days.at(-1)]
    const read = await readEvents(first, last, signal)
    const title = `Week of ${dayText(first, { day: 'numeric', month: 'long', year: 'numeric' })}`
    return { title, body: weekView(day, read.events), note: noteOn(read) }
  },
  async list(day, signal) {
    const read = await readEvents(day, addDays(day, LIST_DAYS - 1), signal)
    const from = day === today() ? 'today' : dayText(day, { day: 'numeric', month: 'long', year: 'numeric' })
    return { title: `Events from ${from}`, body: listView(day, read.events), note: noteOn(read) }
  },
}

function noteOn({ events, total }: EventsOfDays): string {
  if (events.length < total)
    return `The first ${events.length} of ${total} events. Choose a shorter period to see the others.`
  if (total === 0) return 'No events on these days. Choose other days, or make a new event.'
  return total === 1 ? '1 event' : `${total} events`
}
