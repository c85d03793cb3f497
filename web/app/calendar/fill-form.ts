import type { WireEvent } from '../../../src/calendar/wire.ts'
import { find } from '../find.ts'
import type { Day } from './days.ts'
import { plainLines, plainText } from './plain-text.ts'
import { venueOf } from './venue-of.ts'
import { endDay, startDay } from './when.ts'

/** Fills the form with an event. A new event gets the day, an hour in the evening, and the visitor's time zone. */
export function fillForm(
  form: HTMLFormElement,
  { event, day }: { readonly event: WireEvent | undefined; readonly day: Day },
): void {
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
  set('start_day', event ? startDay(event) : day)
  set('end_day', event ? endDay(event) : day)
  set('start_time', event ? event.start_date.slice(11, 16) : '18:00')
  set('end_time', event ? event.end_date.slice(11, 16) : '20:00')
  set('timezone', event?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
  if (!event) return
  set('title', plainText(event.title))
  set('venue', String(venueOf(event)?.id ?? ''))
  set('organizer', String(event.organizer[0]?.id ?? ''))
  set('description', plainLines(event.description))
  set('excerpt', plainLines(event.excerpt))
  set('categories', event.categories.map(({ name }) => plainText(name)).join(', '))
  set('cost', plainText(event.cost))
  const website = plainText(event.website)
  set('website', website === event.url ? '' : website)
  for (const part of ['#event-image-note', '#event-image-off'])
    find(form, part, HTMLElement).hidden = !event.image
  check('all_day', event.all_day === true)
  check('featured', event.featured === true)
  check('draft', event.status !== 'publish')
}
