import type { WireEvent } from '../../../src/calendar/wire.ts'
import { element } from '../element.ts'
import type { Day } from './days.ts'
import { addressOf } from './place.ts'
import { plainText } from './plain-text.ts'
import { endDay, startDay, timeOn } from './when.ts'

/** A link to the event with its time on that day and its title. */
export function eventLink(event: WireEvent, day: Day): HTMLAnchorElement {
  const time = timeOn(event, day)
  const title = element('span', { className: 'event-title', textContent: plainText(event.title) })
  const text = time === '' ? [title] : [element('time', { textContent: time }), ' ', title]
  const children: HTMLElement[] = [element('span', { className: 'event-text' }, text)]
  if (event.status !== 'publish')
    children.push(element('span', { className: 'tag', textContent: event.status }))
  const link = element(
    'a',
    { className: 'event', href: addressOf({ kind: 'event', id: event.id }) },
    children,
  )
  link.classList.toggle('featured', event.featured === true)
  link.classList.toggle('came-over', startDay(event) < day)
  link.classList.toggle('goes-on', endDay(event) > day)
  return link
}
