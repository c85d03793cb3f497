import type { Value } from '../../../src/rpc/client.ts'

export type Fault = NonNullable<Value<'ledger/audit'>['Fault']>

interface FaultText {
  readonly title: string
  readonly next: string
}

const DISTRUST =
  'Do not rely on this calendar from there on. Save the ledger, so that you have it in hand, and ask whoever runs the node.'

const TEXTS: Readonly<Record<string, FaultText>> = {
  equivocated: {
    title: 'Something was taken back',
    next: 'What the ledger said at your last audit does not stand in it any more. Keep the root of that audit, which shows what was said, and ask whoever runs the node. If you gave an older root than then, give the newest.',
  },
  skipped: { title: 'Something is left out', next: DISTRUST },
  reordered: { title: 'Commits are not in their order', next: DISTRUST },
  rewritten: { title: 'A commit was changed after the fact', next: DISTRUST },
  'wrong index': { title: 'A record is not where it says it is', next: DISTRUST },
  'wrong root': { title: 'The changes do not lead to the calendar that was claimed', next: DISTRUST },
  'early finalization': {
    title: 'A record was called final before its time',
    next: 'Treat no record as final from there on, and ask whoever runs the node.',
  },
  'wrong sequencer': {
    title: 'Someone wrote who may not',
    next: DISTRUST,
  },
  'broken ledger': { title: 'The ledger does not hold together', next: DISTRUST },
  unreadable: {
    title: 'Something in it cannot be read',
    next: 'Get the ledger and its content from the node again and open them here. If it stays so, do not rely on this calendar.',
  },
  withheld: {
    title: 'Content is missing, so nobody can check it',
    next: 'Open the CAR file that has it, then audit again. A node that will not hand it over has something to hide.',
  },
}

const WITHHELD_THERE: FaultText = {
  title: 'Content is withheld, so nobody can check it',
  next: 'Audit again in a while. A node that still does not hand it over has something to hide.',
}

/** Describes a fault in plain words, with advice. */
export function faultText({ Kind }: Fault, { from }: { readonly from: string | undefined }): FaultText {
  if (Kind === 'withheld' && from !== undefined) return WITHHELD_THERE
  return TEXTS[Kind] ?? { title: `The audit found: ${Kind}`, next: DISTRUST }
}
