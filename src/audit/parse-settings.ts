import { DomainError } from '../errors.ts'
import type { LedgerSettings } from '../ledger/settings.ts'
import type { AnchorSettings } from './settings.ts'

/** What an owner decides of the ledger, and of when the calendar goes into it. */
export interface OwnLedger {
  readonly ledger: LedgerSettings
  readonly anchoring: AnchorSettings
}

interface Numbers {
  readonly from: bigint
  readonly to: bigint
  readonly unit: string
}

/** Every setting by the name a host gives it, with the values it takes. */
const NUMBERS = {
  LEDGER_KEEP_ROOTS: { from: 1n, to: 1_000_000_000n, unit: 'roots' },
  LEDGER_RETENTION: { from: 0n, to: 0xffff_ffff_ffff_ffffn, unit: 'ledger heights' },
  LEDGER_BATCH_COMMITS: { from: 1n, to: 1_000n, unit: 'commits' },
  LEDGER_BATCH_SECONDS: { from: 1n, to: 86_400n, unit: 'seconds' },
} satisfies Readonly<Record<string, Numbers>>

/** Settings as texts; an empty one is not set. */
export type LedgerTexts = {
  readonly [Name in keyof typeof NUMBERS | 'LEDGER_ADDRESS_PREFIX']?: string | undefined
}

/** The texts of these names among others. */
export function ledgerTexts(
  all: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const names = [...Object.keys(NUMBERS), 'LEDGER_ADDRESS_PREFIX']
  return Object.fromEntries(names.map((name) => [name, all[name] ?? '']))
}

/** As the network's prefixes are: what else bech32 allows is hard to tell apart in a text. */
const PREFIX = /^[a-z][a-z0-9]{0,19}$/

/** Reads the settings of the ledger. Throws `invalid-argument`, naming the variable, for a text that cannot be read. */
export function parseLedgerSettings(texts: LedgerTexts): OwnLedger {
  const number = (name: keyof typeof NUMBERS) => readNumber(name, texts[name] ?? '')
  const keepRoots = number('LEDGER_KEEP_ROOTS')
  const retention = number('LEDGER_RETENTION')
  const batchCommits = number('LEDGER_BATCH_COMMITS')
  const batchSeconds = number('LEDGER_BATCH_SECONDS')
  const addressPrefix = texts.LEDGER_ADDRESS_PREFIX ?? ''
  if (addressPrefix !== '' && !PREFIX.test(addressPrefix))
    throw fault('LEDGER_ADDRESS_PREFIX', addressPrefix, 'not a prefix of addresses such as "dym"')
  return {
    ledger: {
      ...(keepRoots !== undefined && { keepRoots: Number(keepRoots) }),
      ...(retention !== undefined && { retention }),
      ...(addressPrefix !== '' && { addressPrefix }),
    },
    anchoring: {
      ...(batchCommits !== undefined && { batchCommits: Number(batchCommits) }),
      ...(batchSeconds !== undefined && { batchAgeMs: Number(batchSeconds) * 1000 }),
    },
  }
}

function readNumber(name: keyof typeof NUMBERS, text: string): bigint | undefined {
  if (text === '') return undefined
  const { from, to, unit } = NUMBERS[name]
  const value = /^\d{1,20}$/.test(text) ? BigInt(text) : undefined
  if (value !== undefined && value >= from && value <= to) return value
  throw fault(name, text, `not a number of ${unit} from ${from} to ${to}`)
}

function fault(name: string, value: string, reason: string): DomainError {
  return new DomainError('invalid-argument', `Cannot read ${name} "${value.slice(0, 80)}": ${reason}`)
}
