import { announce } from '../announce.ts'
import { element } from '../element.ts'
import { find } from '../find.ts'
import { nextStep } from '../next-step.ts'
import type { DrawView } from '../view.ts'
import './calendar.css'
import markup from './calendar.html?raw'
import { calendar } from './calendar-api.ts'
import { today } from './days.ts'
import { eventForm } from './event-form.ts'
import { eventView } from './event-view.ts'
import { isSpan, type Place, parsePlace } from './place.ts'
import { plainText } from './plain-text.ts'
import { type Drawing, SPANS } from './spans.ts'
import { setToolbar } from './toolbar.ts'
import { type OpenedForm, type UnsavedForm, unsavedForm } from './unsaved-form.ts'
import { startDay } from './when.ts'

/** The calendar of this browser's node: month, week, list, one event, and the form for events. */
export const drawCalendar: DrawView = (section) => {
  section.innerHTML = markup
  let turn = new AbortController()
  const forms = unsavedForm()

  return (rest) => {
    turn.abort()
    turn = new AbortController()
    const { signal } = turn
    const place = parsePlace(rest)
    find(section, '#calendar-body', HTMLElement).ariaBusy = 'true'
    void draw(place, { section, forms, signal })
      .catch((error: unknown) => (signal.aborted ? undefined : drawFailure(section, error)))
      .then((drawing) => {
        if (drawing && !signal.aborted) show(section, place, drawing)
      })
  }
}

interface Around {
  readonly section: HTMLElement
  readonly forms: UnsavedForm
  readonly signal: AbortSignal
}

async function draw(place: Place, { section, forms, signal }: Around): Promise<Drawing> {
  if ('id' in place) {
    const event = await calendar.event(place.id)
    const day = startDay(event)
    const title = plainText(event.title)
    const drawing =
      place.kind === 'event'
        ? { title, body: eventView(event), note: '' }
        : { title: `Edit ${title}`, ...noted(await forms.open(place, () => eventForm({ event, day }))) }
    if (!signal.aborted) setToolbar(section, { kind: place.kind, day })
    return drawing
  }
  const { kind, day } = place
  setToolbar(section, { kind, day })
  if (kind !== 'new') return SPANS[kind](day, signal)
  return { title: 'New event', ...noted(await forms.open(place, () => eventForm({ day }))) }
}

function noted({ form, isLeft }: OpenedForm): Pick<Drawing, 'body' | 'note'> {
  return { body: form, note: isLeft ? 'Your changes are not saved yet. Cancel discards them.' : '' }
}

/** Shown in place of something that could not be read. */
function drawFailure(section: HTMLElement, error: unknown): Drawing {
  setToolbar(section, { kind: 'event', day: today() })
  const text = element('p', { textContent: nextStep(error) })
  text.role = 'alert'
  return {
    title: 'Cannot be shown',
    body: element('div', { className: 'panel event-whole' }, [text]),
    note: '',
  }
}

function show(section: HTMLElement, place: Place, { title, body: made, note }: Drawing): void {
  const body = find(section, '#calendar-body', HTMLElement)
  const focused = document.activeElement
  const heading = find(section, 'h1', HTMLElement)
  heading.textContent = title
  find(section, '#calendar-note', HTMLElement).textContent = note
  const isLost = focused === document.body || body.contains(focused) || !focused?.checkVisibility()
  const isPlain = isLost || focused === heading
  body.replaceChildren(made)
  body.ariaBusy = 'false'
  if (section.hidden) return
  document.title = `${title} · Tidepool`
  // A new page starts at its top. Paging keeps the scroll position, so that the buttons stay in place.
  if (isSpan(place.kind)) announce(`${title}. ${note}`)
  else scrollTo(0, 0)
  if (isPlain) focusIn(made, heading)
}

/**
 * Moves the focus to the day, the first field or the heading, when the focused element was removed or is no
 * control.
 */
function focusIn(made: HTMLElement, heading: HTMLElement): void {
  heading.tabIndex = -1
  const first = made.querySelector<HTMLElement>('[data-day][tabindex="0"], #event-title')
  const target = first ?? heading
  target.focus({ preventScroll: true })
}
