import { safeNumber } from '../settings/kind.ts'
import { type Section, type SettingsOf, setting } from '../settings/setting.ts'

/** When commits of the calendar are submitted to the ledger. */
export const anchoringSection = {
  onFault: 'refuse',
  logScope: 'ledger',
  settings: {
    batchCommits: setting({
      name: 'Ledger.BatchCommits',
      variable: 'LEDGER_BATCH_COMMITS',
      type: safeNumber({ from: 1n, to: 1_000n, unit: 'commits' }),
      default: undefined,
      shown: '`64`',
      needsRestart: true,
      about: 'number of calendar commits in a full batch of the ledger, 1 to 1000',
    }),
    batchAgeMs: setting({
      name: 'Ledger.BatchSeconds',
      variable: 'LEDGER_BATCH_SECONDS',
      type: safeNumber({ from: 1n, to: 86_400n, unit: 'seconds', times: 1000 }),
      default: undefined,
      shown: '`60`',
      needsRestart: true,
      about: 'seconds after which a batch is submitted to the ledger even if it is not full, 1 to 86400',
    }),
  },
} as const satisfies Section

export type AnchorSettings = Partial<SettingsOf<typeof anchoringSection>>
