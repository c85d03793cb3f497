import type { Value } from '../../../src/rpc/client.ts'

export type Fault = NonNullable<Value<'ledger/audit'>['Fault']>

interface FaultText {
  readonly title: string
  readonly next: string
}

const DISTRUST =
  'Do not rely on this calendar from there on. Save the ledger as evidence, and ask the operator of the node.'

const TEXTS: Readonly<Record<string, FaultText>> = {
  equivocated: {
    title: 'Something was withdrawn',
    next: 'The ledger no longer contains what it contained at your last audit. Keep the root of that audit as evidence, and ask the operator of the node. If you entered an older root than then, enter the newest.',
  },
  skipped: { title: 'Something is left out', next: DISTRUST },
  reordered: { title: 'Commits are in the wrong order', next: DISTRUST },
  rewritten: { title: 'A commit was changed afterwards', next: DISTRUST },
  'wrong index': { title: 'A record is in the wrong place', next: DISTRUST },
  'wrong root': { title: 'The changes do not result in the claimed calendar', next: DISTRUST },
  'early finalization': {
    title: 'A record was marked final too early',
    next: 'Treat no record as final from there on, and ask the operator of the node.',
  },
  'wrong sequencer': {
    title: 'Someone wrote without permission',
    next: DISTRUST,
  },
  'broken ledger': { title: 'The ledger contradicts itself', next: DISTRUST },
  unreadable: {
    title: 'Something in the ledger cannot be read',
    next: 'Get the ledger and its content from the node again and open them here. If that does not help, do not rely on this calendar.',
  },
  withheld: {
    title: 'Content is missing, so it cannot be checked',
    next: 'Open the CAR file that has it, then audit again. A node that refuses to provide it has something to hide.',
  },
}

const WITHHELD_THERE: FaultText = {
  title: 'Content is withheld, so it cannot be checked',
  next: 'Audit again in a while. A node that still does not provide it has something to hide.',
}

/** Describes a fault in plain words, with advice. */
export function faultText({ Kind }: Fault, { from }: { readonly from: string | undefined }): FaultText {
  if (Kind === 'withheld' && from !== undefined) return WITHHELD_THERE
  return TEXTS[Kind] ?? { title: `The audit found: ${Kind}`, next: DISTRUST }
}
