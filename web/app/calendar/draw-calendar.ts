import { announce } from '../announce.ts'
import { element } from '../element.ts'
import { find } from '../find.ts'
import { localized } from '../language/localized.ts'
import { nextStep } from '../next-step.ts'
import { thisNode } from '../node/this-node.ts'
import { showProblem } from '../problem.ts'
import type { DrawView } from '../view.ts'
import { calendarTexts } from './calendar-texts.ts'
import './calendar.css'
import markup from './calendar.html?raw'
import { calendarApi } from './calendar-api.ts'
import { today } from './days.ts'
import { eventForm } from './event-form.ts'
import { eventView } from './event-view.ts'
import { eventFilter } from './filter.ts'
import { onForeignChange } from './follow.ts'
import { manageView } from './manage/manage-view.ts'
import { type MovedEvent, undoButton } from './moved-event.ts'
import { type CalendarPlace, isSpan, parseCalendarPlace } from './place.ts'
import { plainText } from './plain-text.ts'
import { withLanguage } from './public-language.ts'
import type { EventFilters } from './read-events.ts'
import { type Drawing, SPANS } from './spans.ts'
import { setToolbar } from './toolbar.ts'
import { type OpenedForm, type UnsavedForm, unsavedForm } from './unsaved-form.ts'
import { NARROW } from './week-view.ts'
import { startDay } from './when.ts'

/** The calendar of the node: month, week, day, list, one event, and the form for events. */
export const drawCalendar: DrawView = (section) => {
  section.innerHTML = localized(markup, calendarTexts)
  leadToPublicPage(section).catch(showProblem)
  let turn = new AbortController()
  let place: CalendarPlace | undefined
  const forms = unsavedForm()

  const redraw = (isFollowing: boolean) => {
    if (!place) return
    turn.abort()
    turn = new AbortController()
    const { signal } = turn
    const drawn = place
    find(section, '#calendar-body', HTMLElement).ariaBusy = 'true'
    void draw(drawn, { section, forms, signal, filters: filter.chosen(), onMoved })
      .catch((error: unknown) => (signal.aborted ? undefined : drawFailure(section, error)))
      .then((drawing) => {
        if (drawing && !signal.aborted) show(section, { place: drawn, drawing, isFollowing })
      })
  }
  /** Draws again in place, unless a form has input. */
  const follow = () => {
    if (!section.hidden && place && (isSpan(place.kind) || place.kind === 'event')) redraw(true)
  }
  const onMoved = (moved: MovedEvent) => {
    follow()
    find(section, '#calendar-note', HTMLElement).after(undoButton(moved, follow))
  }
  const filter = eventFilter(section, follow)
  onForeignChange(follow)
  NARROW.addEventListener('change', follow)

  return (rest) => {
    place = parseCalendarPlace(rest)
    redraw(false)
  }
}

/** At the root of an origin its chosen node answers. Another node has its pages at its own address. */
async function leadToPublicPage(section: HTMLElement): Promise<void> {
  const node = await thisNode()
  const root = node.kind === 'other' ? node.url : ''
  find(section, '.public-link', HTMLAnchorElement).href = withLanguage(`${root}/events/`)
}

interface Around {
  readonly section: HTMLElement
  readonly forms: UnsavedForm
  readonly signal: AbortSignal
  readonly filters: EventFilters
  readonly onMoved: (moved: MovedEvent) => void
}

async function draw(
  place: CalendarPlace,
  { section, forms, signal, filters, onMoved }: Around,
): Promise<Drawing> {
  if ('id' in place) {
    const event = await calendarApi.event(place.id)
    const day = startDay(event)
    const title = plainText(event.title)
    const drawing =
      place.kind === 'event'
        ? { title, body: eventView(event), note: '' }
        : {
            title: calendarTexts.editTitle(title),
            ...noted(await forms.open(place, () => eventForm({ event, day }))),
          }
    if (!signal.aborted) setToolbar(section, { kind: place.kind, day })
    return drawing
  }
  if (place.kind === 'manage') {
    setToolbar(section, { kind: 'manage', day: today() })
    return manageView(place.part, signal)
  }
  const { kind, day } = place
  setToolbar(section, { kind, day })
  if (kind !== 'new') return SPANS[kind](day, { filters, signal, onMoved })
  const { time } = place
  return { title: calendarTexts.newEvent, ...noted(await forms.open(place, () => eventForm({ day, time }))) }
}

function noted({ form, isLeft }: OpenedForm): Pick<Drawing, 'body' | 'note'> {
  return { body: form, note: isLeft ? calendarTexts.unsaved : '' }
}

/** Shown in place of something that could not be read. */
function drawFailure(section: HTMLElement, error: unknown): Drawing {
  setToolbar(section, { kind: 'event', day: today() })
  const text = element('p', { textContent: nextStep(error) })
  text.role = 'alert'
  return {
    title: calendarTexts.cannotShow,
    body: element('div', { className: 'panel event-whole' }, [text]),
    note: '',
  }
}

interface Shown {
  readonly place: CalendarPlace
  readonly drawing: Drawing
  /** True when the place is drawn again because the calendar has changed. The focus stays where it was. */
  readonly isFollowing: boolean
}

function show(section: HTMLElement, { place, drawing, isFollowing }: Shown): void {
  const { title, body: made, note, lead } = drawing
  const body = find(section, '#calendar-body', HTMLElement)
  const focused = document.activeElement
  const heading = find(section, 'h1', HTMLElement)
  heading.textContent = title
  const line = find(section, '#calendar-note', HTMLElement)
  line.replaceChildren(note, ...(lead ? [' ', lead] : []))
  const isLost =
    focused === document.body ||
    body.contains(focused) ||
    !focused?.checkVisibility({ visibilityProperty: true })
  const isPlain = isLost || focused === heading
  const same = body.contains(focused) && focused instanceof HTMLAnchorElement ? focused.hash : undefined
  const scrolledTo = body.querySelector('.time-grid')?.scrollTop
  body.replaceChildren(made)
  body.ariaBusy = 'false'
  const grid = made.querySelector('.time-grid')
  // The first hours are seldom used. Earlier events are reached by scrolling up.
  grid?.scrollTo(0, scrolledTo ?? (grid.scrollHeight * 7) / 24)
  if (section.hidden) return
  if (isFollowing) {
    const again = [...made.querySelectorAll('a')].find(({ hash }) => hash === same)
    again?.focus({ preventScroll: true })
    return
  }
  section.querySelector('.undo')?.remove()
  document.title = `${title} · Tidepool`
  // A new page starts at its top. Paging keeps the scroll position, so that the buttons stay in place.
  if (isSpan(place.kind)) announce(`${title}. ${line.textContent}`)
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
