import type { WireEvent } from '../../../src/calendar/wire.ts'
import { find } from '../find.ts'
import type { Day } from './days.ts'
import { plainLines, plainText } from './plain-text.ts'
import { venueOf } from './venue-of.ts'

export interface FormContents {
  readonly event: WireEvent | undefined
  readonly day: Day
  /** When a new event begins: `09:30`. */
  readonly time: string | undefined
}

/** Fills the form with an event. A new event gets the day, an hour in the evening, and the visitor's time zone. */
export function fillForm(form: HTMLFormElement, { event, day, time = '18:00' }: FormContents): void {
  const set = (name: string, value: string) => {
    const field = find(form, `[name="${name}"]`, HTMLElement)
    if (
      field instanceof HTMLInputElement ||
      field instanceof HTMLSelectElement ||
      field instanceof HTMLTextAreaElement
    ) {
      field.value = value
    }
  }
  const check = (name: string, isOn: boolean) => {
    find(form, `[name="${name}"]`, HTMLInputElement).checked = isOn
  }
  set('start_day', event ? event.start_date.slice(0, 10) : day)
  set('end_day', event ? event.end_date.slice(0, 10) : day)
  set('start_time', event ? event.start_date.slice(11, 16) : time)
  set('end_time', event ? event.end_date.slice(11, 16) : twoHoursAfter(time))
  set('timezone', event?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
  if (!event) return
  set('title', plainText(event.title))
  set('venue', String(venueOf(event)?.id ?? ''))
  set('organizer', String(event.organizer[0]?.id ?? ''))
  set('description', plainLines(event.description))
  set('excerpt', plainLines(event.excerpt))
  set('categories', event.categories.map(({ name }) => plainText(name)).join(', '))
  set('tags', event.tags.map(({ name }) => plainText(name)).join(', '))
  set('cost', plainText(event.cost))
  const website = plainText(event.website)
  set('website', website === event.url ? '' : website)
  for (const part of ['#event-image-note', '#event-image-off'])
    find(form, part, HTMLElement).hidden = !event.image
  check('all_day', event.all_day === true)
  check('featured', event.featured === true)
  check('draft', event.status !== 'publish')
}

/** At most until the last minute of the day. */
function twoHoursAfter(time: string): string {
  const [hour = 0, minutes = 0] = time.split(':').map(Number)
  return hour >= 22 ? '23:59' : [hour + 2, minutes].map((part) => String(part).padStart(2, '0')).join(':')
}
