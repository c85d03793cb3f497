import type { EventSelection } from '../model/selection.ts'
import { entriesByDay, entryList, jsonLdOf, readEntries } from './event-entries.ts'
import { filterForm } from './filter-form.ts'
import type { PageScope } from './language/page-language.ts'
import { canonicalAddress, conditionsOf, type ListRequest, listAddress } from './list-request.ts'
import { linkTo, type PageContent, turns, viewLinks } from './page-html.ts'
import { neighboursOf, selectRows } from './select-rows.ts'
import { isSiteDay, type SiteDay } from './site-days.ts'

/** Number of events on a page of the list. */
const PER_PAGE = 20
/** Maximum number of events on the page of a day. */
const MOST_OF_DAY = 100

/** The text of a list without events. */
export function noEvents({ language }: Pick<PageScope, 'language'>): string {
  return `<p>${language.texts.noEvents}</p>\n`
}

/**
 * The list of published events: those that are upcoming or running, or those that are over, newest first. `undefined`
 * for a page beyond the end.
 */
export async function listContent(asked: ListRequest, scope: PageScope): Promise<PageContent | undefined> {
  const { view, signal, nowMs, language } = scope
  const { texts } = language
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
    linkTo(listAddress(scope, { filters, ...to }), text, scope)
  const isLast = page * PER_PAGE >= total
  const [earlier, later] = [`‹ ${texts.earlierEvents}`, `${texts.laterEvents} ›`]
  const further = isLast ? '' : link({ isPast, page: page + 1 }, isPast ? earlier : later)
  const back =
    page > 1
      ? link({ isPast, page: page - 1 }, isPast ? later : earlier)
      : link({ isPast: !isPast }, isPast ? `${texts.upcomingEvents} ›` : `‹ ${texts.pastEvents}`)
  const body = [
    viewLinks('list', { filters, scope }),
    await filterForm({ filters }, scope),
    shown.length === 0 ? noEvents(scope) : entriesByDay(shown, scope),
    isPast
      ? turns({ earlier: further, later: back }, scope)
      : turns({ earlier: back, later: further }, scope),
  ]
  return {
    title: isPast ? texts.pastEvents : texts.upcomingEvents,
    body: body.join(''),
    address: canonicalAddress(scope, asked),
    about: isPast ? texts.aboutPast : texts.aboutUpcoming,
    isIndexed: shown.length > 0 && filters.search === undefined,
    jsonLd: jsonLdOf(shown),
  }
}

/** The published events of one day of the site. */
export async function dayContent(
  day: SiteDay,
  { filters }: Pick<ListRequest, 'filters'>,
  scope: PageScope,
): Promise<PageContent> {
  const { texts, dayText, numberText } = scope.language
  const span = { firstDay: day, lastDay: day }
  const { rows, isCut } = await selectRows(span, { filters, scope })
  const ids = rows.slice(0, MOST_OF_DAY).map(({ id }) => id)
  const entries = await readEntries(ids, scope)
  const { before, after } = await neighboursOf(span, { filters, scope })
  const address = (to: SiteDay) => listAddress(scope, { path: `${to}/`, filters })
  const isMore = isCut || rows.length > entries.length
  const body = [
    viewLinks('day', { filters, scope, day }),
    await filterForm({ filters, path: `${day}/` }, scope),
    entries.length === 0 ? noEvents(scope) : entryList(entries, { day, scope }),
    isMore ? `<p>${texts.firstOfDay(numberText(entries.length))}</p>\n` : '',
    turns(
      {
        earlier: before && isSiteDay(before) ? linkTo(address(before), `‹ ${dayText(before)}`, scope) : '',
        later: after && isSiteDay(after) ? linkTo(address(after), `${dayText(after)} ›`, scope) : '',
      },
      scope,
    ),
  ]
  return {
    title: texts.eventsOn(dayText(day)),
    body: body.join(''),
    address: address(day),
    about: `${texts.eventsOn(dayText(day))}.`,
    isIndexed: entries.length > 0 && Object.keys(filters).length === 0,
    jsonLd: jsonLdOf(entries),
  }
}
