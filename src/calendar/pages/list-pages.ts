import type { EventSelection } from '../model/selection.ts'
import type { Scope } from '../rest/scope.ts'
import { entriesByDay, entryList, jsonLdOf, readEntries } from './event-entries.ts'
import { filterForm } from './filter-form.ts'
import { canonicalAddress, conditionsOf, type ListRequest, listAddress } from './list-request.ts'
import { linkTo, type PageContent, turns, viewLinks } from './page-html.ts'
import { neighboursOf, selectRows } from './select-rows.ts'
import { type Day, dayText, isSiteDay, spanOf } from './site-days.ts'

/** Number of events on a page of the list. */
const PER_PAGE = 20
/** Maximum number of events on the page of a day. */
const MOST_OF_DAY = 100

export const NO_EVENTS = '<p>There are no events here.</p>\n'

/**
 * The list of published events: those that are upcoming or running, or those that are over, newest first. `undefined`
 * for a page beyond the end.
 */
export async function listContent(asked: ListRequest, scope: Scope): Promise<PageContent | undefined> {
  const { view, signal, nowMs } = scope
  const { filters, page, isPast } = asked
  const selection: EventSelection = {
    ...conditionsOf(filters, scope),
    statuses: ['publish'],
    ends: isPast ? { before: nowMs } : { from: nowMs },
    descending: isPast,
    offset: (page - 1) * PER_PAGE,
    limit: PER_PAGE,
  }
  const { ids, total } = await view.selectEvents(selection, { signal })
  if (page > 1 && ids.length === 0) return undefined
  const entries = await readEntries(ids, scope)
  const shown = isPast ? entries.toReversed() : entries
  const link = (to: Partial<ListRequest>, text: string) =>
    linkTo(listAddress(scope, { filters, ...to }), text)
  const isLast = page * PER_PAGE >= total
  const further = isLast
    ? ''
    : link({ isPast, page: page + 1 }, isPast ? '‹ Earlier events' : 'Later events ›')
  const back =
    page > 1
      ? link({ isPast, page: page - 1 }, isPast ? 'Later events ›' : '‹ Earlier events')
      : link({ isPast: !isPast }, isPast ? 'Upcoming events ›' : '‹ Past events')
  const body = [
    viewLinks('list', { filters, scope }),
    await filterForm({ filters }, scope),
    shown.length === 0 ? NO_EVENTS : entriesByDay(shown, scope),
    isPast ? turns(further, back) : turns(back, further),
  ]
  return {
    title: isPast ? 'Past events' : 'Upcoming events',
    body: body.join(''),
    address: canonicalAddress(scope, asked),
    about: isPast ? 'Events that are over.' : 'Upcoming events.',
    isIndexed: shown.length > 0 && filters.search === undefined,
    jsonLd: jsonLdOf(shown),
  }
}

/** The published events of one day of the site. */
export async function dayContent(
  day: Day,
  { filters }: Pick<ListRequest, 'filters'>,
  scope: Scope,
): Promise<PageContent> {
  const span = spanOf(day, day, scope.siteZone)
  const { rows, isCut } = await selectRows(span, { filters, scope })
  const ids = rows.slice(0, MOST_OF_DAY).map(({ id }) => id)
  const entries = await readEntries(ids, scope)
  const { before, after } = await neighboursOf(span, { filters, scope })
  const address = (to: Day) => listAddress(scope, { path: `${to}/`, filters })
  const isMore = isCut || rows.length > entries.length
  const body = [
    viewLinks('day', { filters, scope, day }),
    await filterForm({ filters, path: `${day}/` }, scope),
    entries.length === 0 ? NO_EVENTS : entryList(entries, { day, scope }),
    isMore ? `<p>These are the first ${entries.length} events of this day.</p>\n` : '',
    turns(
      before && isSiteDay(before) ? linkTo(address(before), `‹ ${dayText(before)}`) : '',
      after && isSiteDay(after) ? linkTo(address(after), `${dayText(after)} ›`) : '',
    ),
  ]
  return {
    title: `Events on ${dayText(day)}`,
    body: body.join(''),
    address: address(day),
    about: `Events on ${dayText(day)}.`,
    isIndexed: entries.length > 0 && Object.keys(filters).length === 0,
    jsonLd: jsonLdOf(entries),
  }
}
