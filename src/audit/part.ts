import type { Calendar } from '../calendar/model/calendar.ts'
import type { ContentLock } from '../content-lock/content-lock.ts'
import { definePart } from '../parts/define-part.ts'
import type { Logger } from '../ports/logger.ts'
import { createSequencer, type Sequencer, type SequencerOptions } from './sequencer.ts'
import type { AnchorSettings } from './settings.ts'

export interface AuditNeeds
  extends Pick<
    SequencerOptions,
    | 'ledger'
    | 'identity'
    | 'keys'
    | 'blockstore'
    | 'publicBlocks'
    | 'clock'
    | 'locks'
    | 'activity'
    | 'writeBudget'
  > {
  readonly calendar: Pick<Calendar, 'commits' | 'onCommit'>
  readonly contentLock: Pick<ContentLock, 'whileAdding'>
  readonly logger: Logger
  readonly anchorSettings: AnchorSettings
}

/**
 * Anchors the calendar's commits in the ledger: after a commit that completes a batch, or by the host's alarm when
 * the batch is old enough.
 */
export const sequencerPart = definePart({
  name: 'sequencer',
  needs: {
    calendar: 'required',
    ledger: 'required',
    identity: 'required',
    keys: 'required',
    blockstore: 'required',
    publicBlocks: 'required',
    clock: 'required',
    locks: 'required',
    activity: 'optional',
    writeBudget: 'optional',
    contentLock: 'required',
    logger: 'required',
    anchorSettings: 'required',
  },
  async create({ anchorSettings, ...needs }: AuditNeeds): Promise<Sequencer> {
    const { calendar, logger } = needs
    const sequencer = await createSequencer({ ...needs, ...anchorSettings })
    calendar.onCommit(async (options) => {
      try {
        await sequencer.anchor(options)
      } catch (error) {
        // The commit is stored already. A later anchoring includes it.
        logger.log('warn', 'calendar', 'Cannot bring commits into the ledger', { error })
      }
    })
    return sequencer
  },
  due: (sequencer, { calendar, contentLock }) => ({
    name: 'anchoring',
    run: async () => void (await contentLock.whileAdding(() => sequencer.anchor())),
    nextMs: async () => (await sequencer.waiting()).dueMs,
    onChange: (update) => calendar.onCommit(async () => update()),
  }),
})
