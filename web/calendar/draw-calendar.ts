import { find } from '../demo/find.ts'
import { showProblem } from '../demo/problem.ts'
import type { DrawView } from '../demo/view.ts'
import './calendar.css'
import markup from './calendar.html?raw'
import { calendar } from './calendar-api.ts'
import { addDays, type Day, dayText, today } from './days.ts'
import { eventForm } from './event-form.ts'
import { eventView } from './event-view.ts'
import { LIST_DAYS, listView } from './list-view.ts'
import { daysOfMonth, monthView } from './month-view.ts'
import { type Place, parsePlace, type Span } from './place.ts'
import { plainText } from './plain-text.ts'
import { type EventsOfDays, readEvents } from './read-events.ts'
import { markSpan, setToolbar } from './toolbar.ts'
import { daysOfWeek, weekView } from './week-view.ts'
import { startDay } from './when.ts'

interface Drawing {
  readonly title: string
  readonly body: HTMLElement
  readonly note: string
}

/** The calendar of the node in this browser: a month, a week, a list, one event, and the form for one. */
export const drawCalendar: DrawView = (section) => {
  section.innerHTML = markup
  let turn = new AbortController()

  return (rest) => {
    turn.abort()
    turn = new AbortController()
    const { signal } = turn
    const body = find(section, '#calendar-body', HTMLElement)
    body.ariaBusy = 'true'
    draw(section, parsePlace(rest), signal)
      .then(({ title, body: made, note }) => {
        if (signal.aborted) return
        find(section, 'h1', HTMLElement).textContent = title
        find(section, '#calendar-note', HTMLElement).textContent = note
        body.replaceChildren(made)
        body.ariaBusy = 'false'
        made.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus({ preventScroll: true })
      })
      .catch((error: unknown) => {
        if (!signal.aborted) showProblem(error)
      })
  }
}

async function draw(section: HTMLElement, place: Place, signal: AbortSignal): Promise<Drawing> {
  if ('id' in place) {
    const event = await calendar.event(place.id)
    const day = startDay(event)
    setToolbar(section, { span: 'month', day })
    const title = plainText(event.title)
    if (place.kind === 'event') return { title, body: eventView(event), note: '' }
    return { title: `Edit ${title}`, body: await eventForm({ event, day }), note: '' }
  }
  const { day } = place
  if (place.kind === 'new') {
    setToolbar(section, { span: 'month', day })
    return { title: 'New event', body: await eventForm({ day }), note: '' }
  }
  setToolbar(section, { span: place.kind, day })
  markSpan(section, place.kind)
  return SPANS[place.kind](day, signal)
}

const SPANS: Readonly<Record<Span, (day: Day, signal: AbortSignal) => Promise<Drawing>>> = {
  async month(day, signal) {
    const days = daysOfMonth(day)
    const read = await readEvents(days[0] ?? day, days.at(-1) ?? day, signal)
    return {
      title: dayText(day, { month: 'long', year: 'numeric' }),
      body: monthView(day, read.events),
      note: noteOn(read),
    }
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
    return `The first ${events.length} of ${total} events. Look at fewer days to see the others.`
  if (total === 0) return 'Nothing here yet.'
  return total === 1 ? '1 event' : `${total} events`
}
