import type { ContentLock } from '../../content-lock/content-lock.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Calendar, CalendarDraft, Moment } from '../model/calendar.ts'
import { toInstant } from '../time/wall-clock.ts'

export interface DueServices {
  readonly calendar: Pick<Calendar, 'write'>
  readonly contentLock: Pick<ContentLock, 'whileAdding'>
}

export interface DueOptions extends AbortOptions, Moment {}

/** Maximum number of records that one commit publishes. Further ones take further commits. */
const MOST_AT_ONCE = 500

const COLLECTIONS = ['events', 'venues', 'organizers'] as const

/**
 * Commits the publication of all scheduled records whose date has come. Readers see them as published from that date
 * on, so no answer changes. If the process is killed here, the next alarm or write commits the rest. Writes nothing
 * when no record is due.
 */
export async function publishDue({ calendar, contentLock }: DueServices, options: DueOptions): Promise<void> {
  const { signal } = options
  await contentLock.whileAdding(
    async () => {
      let isDone = false
      while (!isDone) {
        const count = await calendar.write((draft) => publish(draft, options), { author: 'calendar', signal })
        isDone = count < MOST_AT_ONCE
      }
    },
    { signal },
  )
}

/** Publishes records in the draft, and returns their number. */
async function publish(draft: CalendarDraft, { nowMs, siteZone, signal }: DueOptions): Promise<number> {
  let left = MOST_AT_ONCE
  for (const collection of COLLECTIONS) {
    const due = [...draft.scheduled(collection)].filter((id) => {
      const row = draft.row(collection, id)
      return row !== undefined && toInstant(row.date, siteZone) <= nowMs
    })
    const ids = due.slice(0, left)
    for (const { id, record } of await draft.read(collection, ids, { signal })) {
      draft.replace(collection, id, { ...record, status: 'publish' })
    }
    left -= ids.length
  }
  return MOST_AT_ONCE - left
}
