import { hasBackupHead } from '../backup/backup-head.ts'
import { isCborMap } from '../codec/dag-cbor/is-cbor-map.ts'
import { lazyParts } from '../parts/define-part.ts'

/** The parts that a browser loads at their first use. This is the only place that says which belong together. */

/** The sequencer must be present whenever the calendar is, so the three are loaded together. */
export const LAZY_CALENDAR = lazyParts({
  lazy: ['calendar', 'ledger', 'sequencer'],
  // Records, each of which is a map.
  mayHide: { calendar: isCborMap },
  async load() {
    const [{ calendarPart }, { ledgerPart }, { sequencerPart }] = await Promise.all([
      import('../calendar/part.ts'),
      import('../ledger/part.ts'),
      import('../audit/part.ts'),
    ])
    return [calendarPart, ledgerPart, sequencerPart] as const
  },
})

export const LAZY_REMOTE_PINNING = lazyParts({
  lazy: ['remotePinning'],
  async load() {
    const { remotePinningPart } = await import('../pins/remote/part.ts')
    return [remotePinningPart] as const
  },
})

export const LAZY_BACKUP = lazyParts({
  lazy: ['backup'],
  mayHide: { backup: hasBackupHead },
  async load() {
    const { backupPart } = await import('../backup/part.ts')
    return [backupPart] as const
  },
})

export const LAZY_CONFIGURATION = lazyParts({
  lazy: ['configuration', 'bootstrap', 'addressFilters', 'peering'],
  async load() {
    const { addressFiltersPart, bootstrapPart, configurationPart, peeringPart } = await import(
      '../config/part.ts'
    )
    return [configurationPart, bootstrapPart, addressFiltersPart, peeringPart] as const
  },
})
