import type { EventRow } from '../model/rows.ts'
import type { Scope } from '../rest/scope.ts'
import { conditionsOf, type SentFilters } from './list-request.ts'
import { dayAt, type InstantSpan, type SiteDay } from './site-days.ts'

/** Maximum number of rows that a page looks at. Rows are in memory. */
const MOST_ROWS = 2000

export interface SelectedRows {
  /** By start. */
  readonly rows: readonly EventRow[]
  /** True when there are more rows than a page looks at. */
  readonly isCut: boolean
}

/** The published events that take place within a span of time. */
export async function selectRows(
  { fromMs, beforeMs }: InstantSpan,
  { filters, scope }: { readonly filters: SentFilters; readonly scope: Scope },
): Promise<SelectedRows> {
  const { view, signal } = scope
  const { ids, total } = await view.selectEvents(
    {
      ...conditionsOf(filters, scope),
      statuses: ['publish'],
      starts: { before: beforeMs },
      ends: { from: fromMs },
      offset: 0,
      limit: MOST_ROWS,
    },
    { signal },
  )
  const rows = ids.flatMap((id) => {
    const row = view.row('events', id)
    // An event that ends as the span begins is over, unless it has no length.
    return row && (row.endMs > fromMs || row.startMs === fromMs) ? [row] : []
  })
  return { rows: rows.sort((a, b) => a.startMs - b.startMs || a.id - b.id), isCut: total > MOST_ROWS }
}

/** The days of the nearest published events around a span; absent where there are none. */
export interface Neighbours {
  readonly before?: SiteDay
  readonly after?: SiteDay
}

/** Finds where links for the earlier and the later page lead, so that they never lead to an empty one. */
export async function neighboursOf(
  { fromMs, beforeMs }: InstantSpan,
  { filters, scope }: { readonly filters: SentFilters; readonly scope: Scope },
): Promise<Neighbours> {
  const { view, signal, siteZone } = scope
  const conditions = conditionsOf(filters, scope)
  const page = { statuses: ['publish'], offset: 0, limit: 1 } as const
  const found = await Promise.all([
    view.selectEvents({ ...conditions, ...page, starts: { before: fromMs }, descending: true }, { signal }),
    view.selectEvents({ ...conditions, ...page, starts: { from: beforeMs } }, { signal }),
  ])
  const [before, after] = found.map(({ ids: [id = 0] }) => {
    const row = view.row('events', id)
    return row && dayAt(row.startMs, siteZone)
  })
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
}
