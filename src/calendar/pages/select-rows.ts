import type { EventRow } from '../model/rows.ts'
import type { EventSelection } from '../model/selection.ts'
import type { Scope } from '../rest/scope.ts'
import { MOST_OFFSET_MS } from '../time/wall-clock.ts'
import { conditionsOf, type SentFilters } from './list-request.ts'
import { type DaySpan, daysOfEvent, type SiteDay, spanOf } from './site-days.ts'

/** Maximum number of rows that a page looks at. Rows are in memory. */
const MOST_ROWS = 2000

export interface SelectedRows {
  /** By start. */
  readonly rows: readonly EventRow[]
  /** True when there are more rows than a page looks at. */
  readonly isCut: boolean
}

/** The published events that take place on one of the days. */
export async function selectRows(
  span: DaySpan,
  { filters, scope }: { readonly filters: SentFilters; readonly scope: Scope },
): Promise<SelectedRows> {
  const { view, signal, siteZone } = scope
  const { fromMs, beforeMs } = spanOf(span, siteZone)
  const select = (marginMs: number) =>
    view.selectEvents(
      {
        ...conditionsOf(filters, scope),
        statuses: ['publish'],
        starts: { before: beforeMs + marginMs },
        ends: { from: fromMs - marginMs },
        offset: 0,
        limit: MOST_ROWS,
      },
      { signal },
    )
  // An all-day event of a far zone has its days at other times than the site. Where events of the days around would
  // take the place of others, such events may be missing.
  const wide = await select(MOST_OFFSET_MS)
  const { ids, total } = wide.total <= MOST_ROWS ? wide : await select(0)
  const rows = ids.flatMap((id) => {
    const row = view.row('events', id)
    if (!row) return []
    const { firstDay, lastDay } = daysOfEvent(row, siteZone)
    return firstDay <= span.lastDay && lastDay >= span.firstDay ? [row] : []
  })
  return { rows: rows.sort((a, b) => a.startMs - b.startMs || a.id - b.id), isCut: total > MOST_ROWS }
}

/** The days of the nearest published events around a span; absent where there are none. */
export interface Neighbours {
  readonly before: SiteDay | undefined
  readonly after: SiteDay | undefined
}

/** Number of events around the ends of a span among which the nearest all-day events are found. */
const MOST_NEAR = 100

/** Finds where links for the earlier and the later page lead, so that they never lead to an empty one. */
export async function neighboursOf(
  span: DaySpan,
  { filters, scope }: { readonly filters: SentFilters; readonly scope: Scope },
): Promise<Neighbours> {
  const { view, signal, siteZone } = scope
  const { fromMs, beforeMs } = spanOf(span, siteZone)
  const conditions = { ...conditionsOf(filters, scope), statuses: ['publish'], offset: 0 } as const
  const firstDays = async (selection: Pick<EventSelection, 'starts' | 'descending' | 'limit'>) => {
    const { ids } = await view.selectEvents({ ...conditions, ...selection }, { signal })
    return ids.flatMap((id) => {
      const row = view.row('events', id)
      return row ? [daysOfEvent(row, siteZone).firstDay] : []
    })
  }
  const earlier = async (marginMs: number, limit: number) => {
    const days = await firstDays({ starts: { before: fromMs + marginMs }, descending: true, limit })
    return days
      .filter((day) => day < span.firstDay)
      .sort()
      .at(-1)
  }
  const later = async (marginMs: number, limit: number) => {
    const days = await firstDays({ starts: { from: beforeMs - marginMs }, limit })
    return days.filter((day) => day > span.lastDay).sort()[0]
  }
  return {
    before: (await earlier(MOST_OFFSET_MS, MOST_NEAR)) ?? (await earlier(0, 1)),
    after: (await later(MOST_OFFSET_MS, MOST_NEAR)) ?? (await later(0, 1)),
  }
}
