import type { StorageNode } from '../../node/create.ts'
import { toInstant } from '../time/wall-clock.ts'
import type { Zone } from '../time/zone.ts'
import { publishDue } from './publish-due.ts'

export interface KeepPublishingOptions {
  readonly node: Pick<StorageNode, 'calendar' | 'repo' | 'ports'>
  readonly siteZone: Zone
}

/**
 * Commits publications when they are due, by the alarm or timer of the host; what came due while the host was away
 * is committed at once. Where the host has no alarm the next write does it. The returned function is called after
 * each write of the calendar, which may have brought an earlier date.
 */
export function keepPublishing({ node, siteZone }: KeepPublishingOptions): () => void {
  const { schedule, clock, logger } = node.ports
  if (!schedule) return () => undefined
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
  wake()
  return wake
}
