import { find } from '../demo/find.ts'
import { addDays, addMonths, type Day, today } from './days.ts'
import { LIST_DAYS } from './list-view.ts'
import { addressOf, type Span } from './place.ts'

/** How far a turn leads in each span. */
const TURNS: Readonly<Record<Span, (day: Day, way: 1 | -1) => Day>> = {
  month: (day, way) => addMonths(day, way),
  week: (day, way) => addDays(day, 7 * way),
  list: (day, way) => addDays(day, LIST_DAYS * way),
}

/** Leads the toolbar's links from this span and day; for one event, from where it stands in the month. */
export function setToolbar(section: HTMLElement, { span, day }: { span: Span; day: Day }): void {
  const lead = (selector: string, href: string) => {
    find(section, selector, HTMLAnchorElement).href = href
  }
  lead('.earlier', addressOf({ kind: span, day: TURNS[span](day, -1) }))
  lead('.later', addressOf({ kind: span, day: TURNS[span](day, 1) }))
  lead('.now', addressOf({ kind: span, day: today() }))
  lead('.new-event', addressOf({ kind: 'new', day }))
  for (const link of section.querySelectorAll<HTMLAnchorElement>('[data-span]')) {
    const kind = link.dataset['span']
    if (kind !== 'month' && kind !== 'week' && kind !== 'list') continue
    link.href = addressOf({ kind, day })
    link.removeAttribute('aria-current')
  }
}

export function markSpan(section: HTMLElement, span: Span): void {
  find(section, `[data-span="${span}"]`, HTMLAnchorElement).setAttribute('aria-current', 'true')
}
