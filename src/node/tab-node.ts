import { CORE_PARTS } from './core-parts.ts'
import { lazyParts } from './part.ts'

/** A tab: what keeps commits in the ledger must come with the calendar, so the three are loaded together. */
export const TAB_NODE = [
  ...CORE_PARTS,
  lazyParts({
    lazy: ['calendar', 'ledger', 'sequencer'],
    async load() {
      const [{ calendarPart }, { ledgerPart }, { sequencerPart }] = await Promise.all([
        import('../calendar/part.ts'),
        import('../ledger/part.ts'),
        import('../audit/part.ts'),
      ])
      return [calendarPart, ledgerPart, sequencerPart] as const
    },
  }),
] as const
