import * as z from 'zod/mini'
import type { AnchorSettings } from '../../audit/settings.ts'
import type { LedgerSettings } from '../../ledger/settings.ts'
import { type Section, type SettingsFor, safeNumber, setting, textThat, wholeNumber } from '../setting.ts'

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn
/** Like the network's prefixes. Other characters that bech32 permits are hard to tell apart. */
const ADDRESS_PREFIX = /^[a-z][a-z0-9]{0,19}$/

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
      form: 'number',
      about: 'number of calendar commits in a full batch of the ledger, 1 to 1000',
    }),
    batchAgeMs: setting({
      name: 'Ledger.BatchSeconds',
      variable: 'LEDGER_BATCH_SECONDS',
      type: z.pipe(
        safeNumber({ from: 1n, to: 86_400n, unit: 'seconds' }),
        z.transform((seconds) => seconds * 1000),
      ),
      default: undefined,
      shown: '`60`',
      needsRestart: true,
      form: 'number',
      about: 'seconds after which a batch is submitted to the ledger even if it is not full, 1 to 86400',
    }),
  } satisfies SettingsFor<AnchorSettings>,
} as const satisfies Section

/** What the ledger keeps. */
export const ledgerSection = {
  onFault: 'refuse',
  logScope: 'ledger',
  settings: {
    retention: setting({
      name: 'Ledger.Retention',
      variable: 'LEDGER_RETENTION',
      type: wholeNumber({ from: 0n, to: MAX_UINT64, unit: 'ledger heights' }),
      default: undefined,
      shown: 'for good',
      needsRestart: true,
      form: 'number',
      about:
        'ledger heights for which the content of a final record is kept; after that `repo/gc` removes it, unless it is pinned, and an audit reports it as withheld',
    }),
    keepRoots: setting({
      name: 'Ledger.KeepRoots',
      variable: 'LEDGER_KEEP_ROOTS',
      type: safeNumber({ from: 1n, to: 1_000_000_000n, unit: 'roots' }),
      default: undefined,
      shown: 'all',
      needsRestart: true,
      form: 'number',
      about:
        'how many of the newest roots of the ledger `repo/gc` keeps; queries and audits cannot use older ones',
    }),
    addressPrefix: setting({
      name: 'Ledger.AddressPrefix',
      variable: 'LEDGER_ADDRESS_PREFIX',
      type: textThat((prefix) => ADDRESS_PREFIX.test(prefix), 'not a prefix of addresses such as "dym"'),
      default: undefined,
      shown: '`dym`',
      needsRestart: true,
      about: 'prefix of addresses in the ledger; cannot be changed after the first record',
    }),
  } satisfies SettingsFor<LedgerSettings>,
} as const satisfies Section
