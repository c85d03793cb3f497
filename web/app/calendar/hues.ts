import type { WireEvent, WireEventTerm } from '../../../src/calendar/wire.ts'
import { element } from '../element.ts'
import { calendarTexts } from './calendar-texts.ts'
import { plainText } from './plain-text.ts'

/** Number of colours in `hues.css`. */
const HUES = 8

/** The class of an event's colour, that of its first category; none without a category. */
export function hueOf({ categories: [first] }: Pick<WireEvent, 'categories'>): string {
  return first ? hueClass(first) : ''
}

/** Names the categories of the shown events beside their colours: colour alone says nothing. */
export function legend(events: readonly WireEvent[]): HTMLElement {
  const firsts = new Map(
    events.flatMap(({ categories: [first] }) => (first ? [[first.id, first] as const] : [])),
  )
  const items = [...firsts.values()].map((category) =>
    element('li', { className: hueClass(category), textContent: plainText(category.name) }),
  )
  return element(
    'ul',
    { className: 'legend', ariaLabel: calendarTexts.categories, hidden: items.length === 0 },
    items,
  )
}

function hueClass({ id }: Pick<WireEventTerm, 'id'>): string {
  return `hue hue-${id % HUES}`
}
