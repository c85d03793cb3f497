import { safeNumber, textThat, wholeNumber } from '../settings/kind.ts'
import { type Section, type SettingsOf, setting } from '../settings/setting.ts'

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn
/** Like the network's prefixes. Other characters that bech32 permits are hard to tell apart. */
const ADDRESS_PREFIX = /^[a-z][a-z0-9]{0,19}$/

/** Settings of the ledger. */
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
      about:
        'ledger heights for which the content of a final record is kept; after that `repo/gc` removes it, unless it is pinned, and an audit reports it as withheld',
    }),
    /** Each root has some 13 blocks of its own. */
    keepRoots: setting({
      name: 'Ledger.KeepRoots',
      variable: 'LEDGER_KEEP_ROOTS',
      type: safeNumber({ from: 1n, to: 1_000_000_000n, unit: 'roots' }),
      default: undefined,
      shown: 'all',
      needsRestart: true,
      about:
        'how many of the newest roots of the ledger `repo/gc` keeps; queries and audits cannot use older ones',
    }),
    /** The part of account addresses before the separator `1`. */
    addressPrefix: setting({
      name: 'Ledger.AddressPrefix',
      variable: 'LEDGER_ADDRESS_PREFIX',
      type: textThat((prefix) => ADDRESS_PREFIX.test(prefix), {
        what: 'a prefix of addresses',
        example: 'dym',
      }),
      default: undefined,
      shown: '`dym`',
      needsRestart: true,
      isIrreversible: true,
      about: 'prefix of addresses in the ledger; cannot be changed after the first record',
    }),
  },
} as const satisfies Section

export type LedgerSettings = Partial<SettingsOf<typeof ledgerSection>>
