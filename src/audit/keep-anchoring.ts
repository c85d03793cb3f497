import type { Logger } from '../ports/logger.ts'
import type { Schedule } from '../ports/schedule.ts'
import type { ContentLock } from '../repo/content-lock.ts'
import type { Sequencer } from './sequencer.ts'

export interface KeepAnchoringOptions {
  readonly sequencer: Sequencer
  readonly schedule: Schedule
  readonly contentLock: Pick<ContentLock, 'whileAdding'>
  readonly logger: Logger
}

/**
 * Brings commits into the ledger when they have waited long enough, though nobody writes or asks. What a killed
 * process has left waiting is looked for at once. The returned function is called after each write of the
 * calendar; where a time is set already it does nothing.
 */
export function keepAnchoring({
  sequencer,
  schedule,
  contentLock,
  logger,
}: KeepAnchoringOptions): () => void {
  const setNext = async () => {
    const { dueMs } = await sequencer.waiting()
    if (dueMs !== undefined) task.at(dueMs)
  }
  const task = schedule.add('anchoring', async () => {
    await contentLock.whileAdding(() => sequencer.anchor())
    await setNext()
  })
  const wake = () => {
    if (task.isSet) return
    setNext().catch((error: unknown) => {
      logger.log('warn', 'anchoring', 'Cannot tell when commits are to be in the ledger', { error })
    })
  }
  wake()
  return wake
}
