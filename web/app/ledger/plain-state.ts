import type { Audited, FoundFault } from './audited-roots.ts'

export interface PlainStateOptions {
  /** True while the ledger has no record of the calendar. */
  readonly isEmpty: boolean
  /** The newest root. */
  readonly root: string
  readonly last: Audited | undefined
  readonly fault: FoundFault | undefined
}

/** The state of a ledger in two sentences for somebody who knows no term of it. */
export interface PlainState {
  readonly kind: 'good' | 'bad' | 'unknown'
  readonly title: string
  /** What that means. */
  readonly meaning: string
}

/** Says what the audits of this browser prove, and no more. */
export function plainState({ isEmpty, root, last, fault }: PlainStateOptions): PlainState {
  if (fault) {
    const meaning = `Your browser found that on ${dateText(fault.at)}. Audit again to see where it is and what to do.`
    return { kind: 'bad', title: `${fault.title}.`, meaning }
  }
  if (isEmpty && (!last || last.records === 0)) return NOTHING
  if (!last) return UNCHECKED
  if (last.since === undefined || last.at === undefined) {
    const meaning = 'Audit again, and your browser remembers since when nothing was changed.'
    return { kind: 'good', title: 'Nothing had been changed at your last audit.', meaning }
  }
  return {
    kind: 'good',
    title: `Nothing was changed since ${dateText(last.since)}.`,
    meaning: [
      'Every recorded change to the calendar is still there, in its order and as it was made.',
      `Last checked on ${dateText(last.at)}.`,
      ...(root === last.root ? [] : ['What was recorded after that has not been checked yet.']),
    ].join(' '),
  }
}

const NOTHING: PlainState = {
  kind: 'unknown',
  title: 'Nothing is recorded yet.',
  meaning:
    'Changes to the calendar are recorded here in batches. Nobody can then alter a recorded one, or leave it out, without your browser noticing.',
}

const UNCHECKED: PlainState = {
  kind: 'unknown',
  title: 'Not checked in this browser yet.',
  meaning:
    'Audit it: your browser then repeats every recorded change to the calendar and tells whether one was altered or left out.',
}

function dateText(iso: string): string {
  return new Date(iso).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })
}
