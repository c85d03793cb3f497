import type { ContentLock } from '../../content-lock/content-lock.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Calendar, CalendarDraft } from '../model/calendar.ts'
import { earliestPublicationMs, publicationMs } from '../model/publication-time.ts'
import { readInParts } from './read-in-parts.ts'

export interface DueServices {
  readonly calendar: Pick<Calendar, 'write'>
  readonly contentLock: Pick<ContentLock, 'whileAdding'>
}

export interface DueOptions extends AbortOptions {
  readonly nowMs: number
}

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
async function publish(draft: CalendarDraft, { nowMs, signal }: DueOptions): Promise<number> {
  let left = MOST_AT_ONCE
  for (const collection of COLLECTIONS) {
    const near = [...draft.scheduled(collection)].filter((id) => {
      const row = draft.row(collection, id)
      return row !== undefined && earliestPublicationMs(row.date) <= nowMs
    })
    for await (const { id, record } of readInParts(draft, { collection, ids: near, signal })) {
      if (left === 0) break
      if (publicationMs(record) > nowMs) continue
      draft.replace(collection, id, { ...record, status: 'publish' })
      left -= 1
    }
  }
  return MOST_AT_ONCE - left
}
