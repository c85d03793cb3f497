import { find } from '../find.ts'
import { addDays, addMonths, type Day, today } from './days.ts'
import { LIST_DAYS } from './event-list.ts'
import { type CalendarPlace, calendarAddress, isSpan, type Span } from './place.ts'

/** The next and previous day of each span. */
const TURNS: Readonly<Record<Span, (day: Day, way: 1 | -1) => Day>> = {
  month: (day, way) => addMonths(day, way),
  week: (day, way) => addDays(day, 7 * way),
  day: (day, way) => addDays(day, way),
  list: (day, way) => addDays(day, LIST_DAYS * way),
}

interface Shown {
  readonly kind: CalendarPlace['kind']
  readonly day: Day
}

/** Updates the links of the toolbar, and hides those without a target. */
export function setToolbar(section: HTMLElement, { kind, day }: Shown): void {
  const lead = (selector: string, href: string) => {
    find(section, selector, HTMLAnchorElement).href = href
  }
  const span = isSpan(kind) ? kind : 'month'
  lead('.earlier', calendarAddress({ kind: span, day: TURNS[span](day, -1) }))
  lead('.later', calendarAddress({ kind: span, day: TURNS[span](day, 1) }))
  lead('.now', calendarAddress({ kind: span, day: today() }))
  lead('.new-event', calendarAddress({ kind: 'new', day }))
  find(section, '.manage-link', HTMLElement).hidden = kind === 'manage'
  find(section, '.public-link', HTMLElement).hidden = !isSpan(kind)
  for (const each of ['.turn', '.filter']) find(section, each, HTMLElement).hidden = !isSpan(kind)
  // It keeps its room. Otherwise the link beside it moves under the pointer that opened the form, and looks current.
  const isForm = kind === 'new' || kind === 'edit'
  find(section, '.new-event', HTMLElement).style.visibility = isForm ? 'hidden' : ''
  for (const link of section.querySelectorAll<HTMLAnchorElement>('[data-span]')) {
    const to = link.dataset['span']
    if (!isSpan(to)) continue
    link.href = calendarAddress({ kind: to, day })
    link.ariaCurrent = to === kind ? 'true' : null
  }
}
