import { offlineNetworkPart } from '../net/offline/part.ts'
import { CORE_PARTS } from './core-parts.ts'
import { lazyParts } from './part.ts'

/** The parts of a tab. The sequencer must be present whenever the calendar is, so the three are loaded together. */
export const TAB_NODE = [
  ...CORE_PARTS,
  offlineNetworkPart,
  lazyParts({
    lazy: ['configuration', 'bootstrap', 'addressFilters'],
    async load() {
      const { addressFiltersPart, bootstrapPart, configurationPart } = await import('../config/part.ts')
      return [configurationPart, bootstrapPart, addressFiltersPart] as const
    },
  }),
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
