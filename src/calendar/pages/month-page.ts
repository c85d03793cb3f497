import { escapeHtml } from '../../html/escape-html.ts'
import type { EventRow } from '../model/rows.ts'
import type { Scope } from '../rest/scope.ts'
import { jsonLdOf, readEntries, type ShownEvent, titleLink } from './event-entries.ts'
import { filterForm } from './filter-form.ts'
import type { PageScope } from './language/page-language.ts'
import { noEvents } from './list-pages.ts'
import { type ListRequest, listAddress } from './list-request.ts'
import { keptAddress, linkTo, type PageContent, turns, viewLinks } from './page-html.ts'
import { neighboursOf, selectRows } from './select-rows.ts'
import {
  addSiteDays,
  dayAt,
  daysOf,
  daysOfEvent,
  isSiteMonth,
  type Month,
  type SiteDay,
} from './site-days.ts'

/** Maximum number of events in the cell of a day. The page of the day has the others. */
const MOST_IN_CELL = 3

/** The published events of one month of the site, as a table of its weeks. Reads three events for each day at most. */
export async function monthContent(
  month: Month,
  { filters }: Pick<ListRequest, 'filters'>,
  scope: PageScope,
): Promise<PageContent> {
  const { texts, monthText } = scope.language
  const days = daysOf(month)
  const span = { firstDay: `${month}-01`, lastDay: days.at(-1) ?? month }
  const { rows, isCut } = await selectRows(span, { filters, scope })
  const held = rowsByDay(rows, { days, scope })
  const ids = [...held.values()].flatMap((each) => each.slice(0, MOST_IN_CELL).map(({ id }) => id))
  const entries = await readEntries([...new Set(ids)], scope)
  const byId = new Map(entries.map((entry) => [entry.event.id, entry]))
  const { before, after } = await neighboursOf(span, { filters, scope })
  const address = (to: Month) => listAddress(scope, { path: `month/${to}/`, filters })
  const turn = (to: Month, text: string) => (isSiteMonth(to) ? linkTo(address(to), text, scope) : '')
  const [earlier = '', later = ''] = [before, after].map((day) => day?.slice(0, 7))
  const cells = days.map((day) => cell(day, { held: held.get(day) ?? [], byId, filters, scope }))
  const body = [
    viewLinks('month', { filters, scope, day: `${month}-01` }),
    await filterForm({ filters, path: `month/${month}/` }, scope),
    table(month, cells, scope),
    rows.length === 0 ? noEvents(scope) : '',
    isCut ? `<p>${texts.monthHasMore}</p>\n` : '',
    turns(
      {
        earlier: turn(earlier, `‹ ${earlier && monthText(earlier)}`),
        later: turn(later, `${later && monthText(later)} ›`),
      },
      scope,
    ),
  ]
  return {
    title: texts.eventsIn(monthText(month)),
    body: body.join(''),
    address: address(month),
    about: `${texts.eventsIn(monthText(month))}.`,
    isIndexed: entries.length > 0 && Object.keys(filters).length === 0,
    jsonLd: jsonLdOf(entries),
  }
}

/** The rows that take place on each day. */
function rowsByDay(
  rows: readonly EventRow[],
  { days, scope }: { readonly days: readonly SiteDay[]; readonly scope: Scope },
): ReadonlyMap<SiteDay, readonly EventRow[]> {
  const held = new Map(days.map((day): [SiteDay, EventRow[]] => [day, []]))
  const [firstOfAll = '', lastOfAll = ''] = [days[0], days.at(-1)]
  for (const row of rows) {
    const { firstDay, lastDay } = daysOfEvent(row, scope.siteZone)
    const until = lastDay < lastOfAll ? lastDay : lastOfAll
    for (let day = firstDay > firstOfAll ? firstDay : firstOfAll; day <= until; day = addSiteDays(day, 1)) {
      held.get(day)?.push(row)
    }
  }
  return held
}

interface CellOptions extends Pick<ListRequest, 'filters'> {
  readonly held: readonly EventRow[]
  readonly byId: ReadonlyMap<number, ShownEvent>
  readonly scope: PageScope
}

function cell(day: SiteDay, { held, byId, filters, scope }: CellOptions): string {
  const { texts, dayText, numberText, eventCount } = scope.language
  const number = String(Number(day.slice(8)))
  const isToday = day === dayAt(scope.nowMs, scope.siteZone)
  const current = isToday ? ' aria-current="date"' : ''
  if (held.length === 0) return `<td><span class="number"${current}>${number}</span></td>`
  const address = listAddress(scope, { path: `${day}/`, filters })
  const lines = held.slice(0, MOST_IN_CELL).flatMap(({ id }) => {
    const entry = byId.get(id)
    return entry ? `<li>${titleLink(entry, scope)}</li>` : []
  })
  const rest = held.length - lines.length
  const more = rest > 0 ? `<li>${linkTo(address, texts.more(numberText(rest)), scope)}</li>` : ''
  const head = `<a class="number" href="${escapeHtml(keptAddress(address, scope))}" aria-label="${dayText(day)}, ${eventCount(held.length)}"${current}>${number}</a>`
  return `<td class="busy">${head}<ul>${lines.join('')}${more}</ul></td>`
}

function table(month: Month, cells: readonly string[], { language }: PageScope): string {
  const blanks = (new Date(`${month}-01`).getUTCDay() + 6) % 7
  const all = [...Array.from({ length: blanks }, () => '<td></td>'), ...cells]
  while (all.length % 7 > 0) all.push('<td></td>')
  const weeks = Array.from({ length: all.length / 7 }, (_, at) => all.slice(at * 7, at * 7 + 7).join(''))
  const heads = language.weekdays.map(
    ({ name, short }) => `<th scope="col"><abbr title="${name}">${short}</abbr></th>`,
  )
  return `<table class="month">
<thead><tr>${heads.join('')}</tr></thead>
<tbody>
${weeks.map((week) => `<tr>${week}</tr>`).join('\n')}
</tbody>
</table>
`
}
