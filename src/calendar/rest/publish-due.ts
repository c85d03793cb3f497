import type { StorageNode } from '../../node/create.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { CalendarDraft, Moment } from '../model/calendar.ts'
import { toInstant } from '../time/wall-clock.ts'
import type { Zone } from '../time/zone.ts'

export interface DueOptions extends AbortOptions, Moment {}

/** Records that one commit publishes; the rest follows in others. */
const MOST_AT_ONCE = 500

const COLLECTIONS = ['events', 'venues', 'organizers'] as const

/**
 * Commits the publication of everything that is due. Readers have seen it as published since its moment came, so
 * that no answer changes; a process killed here leaves the rest to the next alarm or write. Writes nothing when
 * nothing is due.
 */
export async function publishDue(
  { calendar, repo }: Pick<StorageNode, 'calendar' | 'repo'>,
  options: DueOptions,
): Promise<void> {
  const { signal } = options
  await repo.whileAdding(
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

export interface KeepPublishingOptions {
  readonly node: Pick<StorageNode, 'calendar' | 'repo' | 'ports'>
  readonly siteZone: Zone
}

/**
 * Commits publications when they are due, by the alarm or timer of the host; what came due while the host was away
 * is committed at once. Where the host has no alarm the next write does it. Each commit may bring an earlier date.
 */
export function keepPublishing({ node, siteZone }: KeepPublishingOptions): void {
  const { schedule, clock, logger } = node.ports
  if (!schedule) return
  const setNext = async () => {
    const date = await node.calendar.nextDate()
    if (date !== undefined) task.at(toInstant(date, siteZone))
  }
  const task = schedule.add('publication', async () => {
    await publishDue(node, { nowMs: clock.now(), siteZone })
    await setNext()
  })
  const wake = () => {
    setNext().catch((error: unknown) => {
      logger.log('warn', 'calendar', 'Cannot tell when posts are due', { error })
    })
  }
  node.calendar.onCommit(async () => wake())
  wake()
}
