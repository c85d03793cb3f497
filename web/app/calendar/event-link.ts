import type { WireEvent } from '../../../src/calendar/wire.ts'
import { element } from '../element.ts'
import type { Day } from './days.ts'
import { hueOf } from './hues.ts'
import { statusText } from './status-text.ts'
import './hues.css'
import { calendarAddress } from './place.ts'
import { plainText } from './plain-text.ts'
import { endDay, startDay, timeOn, whenText, whenThere } from './when.ts'

/** A link to the event with its time on that day, in the visitor's zone, and its title. */
export function eventLink(event: WireEvent, day: Day): HTMLAnchorElement {
  const time = timeOn(event, day)
  const title = element('span', { className: 'event-title', textContent: plainText(event.title) })
  const text = time === '' ? [title] : [element('time', { textContent: time }), ' ', title]
  const children: HTMLElement[] = [element('span', { className: 'event-text' }, text)]
  if (event.status !== 'publish')
    children.push(element('span', { className: 'tag', textContent: statusText(event.status) }))
  const names = event.categories.map(({ name }) => plainText(name)).join(', ')
  const link = element(
    'a',
    {
      className: `event ${hueOf(event)}`.trim(),
      href: calendarAddress({ kind: 'event', id: event.id }),
      title: [plainText(event.title), whenText(event), whenThere(event), names].filter(Boolean).join('\n'),
      draggable: false,
    },
    children,
  )
  link.dataset['event'] = String(event.id)
  link.classList.toggle('featured', event.featured === true)
  link.classList.toggle('came-over', startDay(event) < day)
  link.classList.toggle('goes-on', endDay(event) > day)
  return link
}
