import type { Value } from '../../../src/rpc/client.ts'
import { ledgerTexts } from './ledger-texts.ts'

export type ReportedFault = NonNullable<Value<'ledger/audit'>['Fault']>

interface FaultText {
  readonly title: string
  readonly next: string
}

const DISTRUST = ledgerTexts.distrust

const TEXTS: Readonly<Record<string, FaultText>> = {
  equivocated: {
    title: ledgerTexts.withdrawn,
    next: ledgerTexts.withdrawnNext,
  },
  skipped: { title: ledgerTexts.skipped, next: DISTRUST },
  reordered: { title: ledgerTexts.reordered, next: DISTRUST },
  rewritten: { title: ledgerTexts.rewritten, next: DISTRUST },
  'wrong index': { title: ledgerTexts.wrongIndex, next: DISTRUST },
  'wrong root': { title: ledgerTexts.wrongRoot, next: DISTRUST },
  'early finalization': {
    title: ledgerTexts.tooEarly,
    next: ledgerTexts.tooEarlyNext,
  },
  'wrong sequencer': {
    title: ledgerTexts.noPermission,
    next: DISTRUST,
  },
  'broken ledger': { title: ledgerTexts.contradicts, next: DISTRUST },
  unreadable: {
    title: ledgerTexts.unreadable,
    next: ledgerTexts.unreadableNext,
  },
  withheld: {
    title: ledgerTexts.missing,
    next: ledgerTexts.missingNext,
  },
}

const WITHHELD_THERE: FaultText = {
  title: ledgerTexts.withheld,
  next: ledgerTexts.withheldNext,
}

/** Describes a fault in plain words, with advice. */
export function faultText(
  { Kind }: ReportedFault,
  { from }: { readonly from: string | undefined },
): FaultText {
  if (Kind === 'withheld' && from !== undefined) return WITHHELD_THERE
  return TEXTS[Kind] ?? { title: ledgerTexts.auditFound(Kind), next: DISTRUST }
}
