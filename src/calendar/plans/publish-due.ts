import type { ContentLock } from '../../content-lock/content-lock.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Calendar, CalendarDraft, Moment } from '../model/calendar.ts'
import { toInstant } from '../time/wall-clock.ts'

export interface DueServices {
  readonly calendar: Pick<Calendar, 'write'>
  readonly contentLock: Pick<ContentLock, 'whileAdding'>
}

export interface DueOptions extends AbortOptions, Moment {}

/** Records that one commit publishes; the rest follows in others. */
const MOST_AT_ONCE = 500

const COLLECTIONS = ['events', 'venues', 'organizers'] as const

/**
 * Commits the publication of everything that is due. Readers have seen it as published since its moment came, so
 * that no answer changes; a process killed here leaves the rest to the next alarm or write. Writes nothing when
 * nothing is due.
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

/** Returns how many records it has published. */
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
