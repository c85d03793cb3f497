import type { WireEvent } from '../../../src/calendar/wire.ts'
import { announce } from '../announce.ts'
import { element } from '../element.ts'
import { find } from '../find.ts'
import { frameTexts } from '../language/frame-texts.ts'
import { localized } from '../language/localized.ts'
import { hideProblem, showProblem } from '../problem.ts'
import { addPicture } from './add-picture.ts'
import { CalendarRefusal, calendarApi } from './calendar-api.ts'
import { calendarTexts } from './calendar-texts.ts'
import type { Day } from './days.ts'
import { endFollows } from './end-follows.ts'
import './event.css'
import markup from './event-form.html?raw'
import { fillForm } from './fill-form.ts'
import { nameNumbers } from './name-numbers.ts'
import { calendarAddress } from './place.ts'
import { plainText } from './plain-text.ts'
import { controlOf, type ReadFormOptions, readForm } from './read-form.ts'
import { showRefusedFields } from './refused-fields.ts'
import { venueOf } from './venue-of.ts'

export interface EventFormOptions {
  /** The event to change. Absent for a new event. */
  readonly event?: WireEvent
  /** The day on which a new event starts. */
  readonly day: Day
  /** The time at which a new event starts: `09:30`. */
  readonly time?: string | undefined
}

/** Creates the form for an event, with its choices loaded. Sets `data-done` once it is saved or cancelled. */
export async function eventForm({ event, day, time }: EventFormOptions): Promise<HTMLFormElement> {
  const [venues, organizers, categories] = await Promise.all([
    calendarApi.venues(),
    calendarApi.organizers(),
    calendarApi.categories(),
  ])
  const holder = element('div', { innerHTML: localized(markup, calendarTexts) })
  const form = find(holder, 'form', HTMLFormElement)
  choices(
    find(form, '#event-venue', HTMLSelectElement),
    including(venues, event ? [venueOf(event)].filter((each) => each !== undefined) : []).map(
      ({ id, venue }) => [id, venue],
    ),
  )
  choices(
    find(form, '#event-organizer', HTMLSelectElement),
    including(organizers, event?.organizer ?? []).map(({ id, organizer }) => [id, organizer]),
  )
  const zones = find(form, '#event-timezones', HTMLDataListElement)
  zones.append(...Intl.supportedValuesOf('timeZone').map((value) => element('option', { value })))
  const names = find(form, '#event-category-names', HTMLDataListElement)
  names.append(...categories.map(({ name }) => element('option', { value: plainText(name) })))
  fillForm(form, { event, day, time })
  const back = event
    ? calendarAddress({ kind: 'event', id: event.id })
    : calendarAddress({ kind: 'month', day })
  const cancel = find(form, '.form-cancel', HTMLAnchorElement)
  cancel.href = back
  cancel.addEventListener('click', () => {
    form.dataset['done'] = ''
  })
  watch(form)
  endFollows(form)
  const before = event && new FormData(form)
  form.addEventListener('submit', (submission) => {
    submission.preventDefault()
    void save(form, { event, before })
  })
  return form
}

/** What the calendar offers, with what the event has and the list, which is limited, lacks. */
function including<T extends { readonly id: number }>(
  offered: readonly T[],
  own: readonly T[],
): readonly T[] {
  return [...offered, ...own.filter((each) => offered.every(({ id }) => id !== each.id))]
}

function choices(select: HTMLSelectElement, items: readonly (readonly [id: number, name: string])[]): void {
  const options = items.map(([id, name]) =>
    element('option', { value: String(id), textContent: plainText(name) }),
  )
  select.append(...options)
}

/** Shows the fields that a choice needs, and hides the times of an all-day event. */
function watch(form: HTMLFormElement): void {
  const follow = () => {
    for (const name of ['venue', 'organizer']) {
      const isNew = find(form, `#event-${name}`, HTMLSelectElement).value === 'new'
      find(form, `[data-for="${name}"]`, HTMLElement).hidden = !isNew
      find(form, `#${name}-name`, HTMLInputElement).required = isNew
    }
    const isAllDay = find(form, '[name="all_day"]', HTMLInputElement).checked
    for (const clock of form.querySelectorAll<HTMLElement>('.clock')) {
      clock.hidden = isAllDay
      find(clock, 'input', HTMLInputElement).required = !isAllDay
    }
  }
  form.addEventListener('change', follow)
  follow()
}

interface Saving extends ReadFormOptions {
  readonly event: WireEvent | undefined
}

async function save(form: HTMLFormElement, { event, before }: Saving): Promise<void> {
  const button = find(form, 'button[type="submit"]', HTMLButtonElement)
  if (button.ariaDisabled === 'true') return
  button.ariaDisabled = 'true'
  button.textContent = calendarTexts.saving
  hideProblem()
  try {
    const fields = new FormData(form)
    const picture = fields.get('picture')
    const image = picture instanceof File && picture.size > 0 ? await addPicture(picture) : undefined
    const input = await nameNumbers(readForm(fields, { event, before }))
    const saved = await calendarApi.save(event?.id, { ...input, ...(image && { image }) })
    form.dataset['done'] = ''
    announce(calendarTexts.savedTitle(plainText(saved.title)))
    location.hash = calendarAddress({ kind: 'event', id: saved.id })
  } catch (error) {
    showProblem(
      error instanceof CalendarRefusal ? new Error(showRefusedFields(form, error, controlOf)) : error,
    )
  } finally {
    button.ariaDisabled = null
    button.textContent = frameTexts.save
  }
}
