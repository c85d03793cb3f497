import { locale } from '../language/language.ts'
import type { Audited, FoundFault } from './audited-roots.ts'
import { ledgerTexts } from './ledger-texts.ts'

export interface PlainStateOptions {
  /** True while the ledger has no record of the calendar. */
  readonly isEmpty: boolean
  /** The newest root. */
  readonly root: string
  readonly last: Audited | undefined
  readonly fault: FoundFault | undefined
}

/** The state of a ledger in two sentences without terms of the ledger. */
export interface PlainState {
  readonly kind: 'good' | 'bad' | 'unknown'
  readonly title: string
  /** Its meaning. */
  readonly meaning: string
}

/** Says what the audits of this browser prove, and no more. */
export function plainState({ isEmpty, root, last, fault }: PlainStateOptions): PlainState {
  if (fault) {
    const meaning = ledgerTexts.foundOn(dateText(fault.at))
    return { kind: 'bad', title: `${fault.title}.`, meaning }
  }
  if (isEmpty && (!last || last.records === 0)) return NOTHING
  if (!last) return UNCHECKED
  if (last.since === undefined || last.at === undefined) {
    const meaning = ledgerTexts.auditToRemember
    return { kind: 'good', title: ledgerTexts.goodAtLast, meaning }
  }
  const notYetChecked = root === last.root ? [] : [ledgerTexts.notYetChecked]
  // An audit that was compared with no earlier one tells nothing of the time before.
  if (last.since === last.at) {
    const meaning = [ledgerTexts.allRepeated, ledgerTexts.firstAudit, ...notYetChecked].join(' ')
    return { kind: 'good', title: ledgerTexts.noFaultsOn(dateText(last.at)), meaning }
  }
  return {
    kind: 'good',
    title: ledgerTexts.goodSince(dateText(last.since)),
    meaning: [ledgerTexts.allThere, ledgerTexts.lastChecked(dateText(last.at)), ...notYetChecked].join(' '),
  }
}

const NOTHING: PlainState = {
  kind: 'unknown',
  title: ledgerTexts.nothingRecorded,
  meaning: ledgerTexts.nothingRecordedAbout,
}

const UNCHECKED: PlainState = {
  kind: 'unknown',
  title: ledgerTexts.unchecked,
  meaning: ledgerTexts.uncheckedAbout,
}

function dateText(iso: string): string {
  return new Date(iso).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short' })
}
