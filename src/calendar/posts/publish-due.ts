import type { CID } from '../../codec/cid/cid.ts'
import type { StorageNode } from '../../node.ts'
import type { CalendarDraft, CalendarView, ViewOptions } from '../model/calendar.ts'
import { toInstant } from '../time/wall-clock.ts'
import type { Zone } from '../time/zone.ts'

export interface DueOptions extends ViewOptions {
  readonly nowMs: number
  readonly siteZone: Zone
}

/** Which moment the state of a calendar waits for. */
interface Waiting {
  readonly head: CID | undefined
  readonly untilMs: number
}

/** Items that one commit publishes; what remains is published by the next request. */
const MOST_AT_ONCE = 500

const waitingOf = new WeakMap<object, Waiting>()

/**
 * The newest state of the calendar, in which everything is published whose moment has come: nothing but requests
 * moves a node on, so they do it. Looks at what is scheduled, and only once for each state.
 */
export async function publishDue(
  { calendar, repo }: Pick<StorageNode, 'calendar' | 'repo'>,
  { nowMs, siteZone, soon, signal }: DueOptions,
): Promise<CalendarView> {
  const view = await calendar.view({ soon, signal })
  const known = waitingOf.get(calendar)
  const waiting =
    known && known.head === view.head ? known : { head: view.head, untilMs: nextMoment(view, siteZone) }
  waitingOf.set(calendar, waiting)
  if (waiting.untilMs > nowMs) return view
  await repo.whileAdding(
    () =>
      calendar.write((draft) => publish(draft, { nowMs, siteZone, signal }), { author: 'calendar', signal }),
    { signal },
  )
  return calendar.view({ signal })
}

const COLLECTIONS = ['events', 'venues', 'organizers'] as const

function nextMoment(view: CalendarView, siteZone: Zone): number {
  let next = Number.POSITIVE_INFINITY
  for (const collection of COLLECTIONS) {
    for (const id of view.scheduled(collection)) {
      const row = view.row(collection, id)
      if (row) next = Math.min(next, toInstant(row.date, siteZone))
    }
  }
  return next
}

async function publish(draft: CalendarDraft, { nowMs, siteZone, signal }: DueOptions): Promise<void> {
  for (const collection of COLLECTIONS) {
    const due = [...draft.scheduled(collection)].filter((id) => {
      const row = draft.row(collection, id)
      return row !== undefined && toInstant(row.date, siteZone) <= nowMs
    })
    const ids = due.slice(0, MOST_AT_ONCE)
    for (const { id, record } of await draft.read(collection, ids, { signal })) {
      draft.replace(collection, id, { ...record, status: 'publish' })
    }
  }
}
