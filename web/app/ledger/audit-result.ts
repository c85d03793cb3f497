import { countText } from '../amounts.ts'
import { element } from '../element.ts'
import type { Audited } from './audited-roots.ts'
import { type Fact, facts, longText } from './facts.ts'
import { faultText } from './fault-text.ts'
import type { AuditLine } from './run-audit.ts'

export interface AuditResult {
  readonly element: HTMLElement
  /** The same in one or two sentences, for screen readers. */
  readonly spoken: string
}

/**
 * Shows what an audit has checked, or the first fault that it found. `before` is the audit with which it was
 * compared.
 */
export function auditResult(
  report: AuditLine,
  { before, from }: { readonly before: Audited | undefined; readonly from: string | undefined },
): AuditResult {
  const { Fault, Records, FinalRecords, Commits } = report
  const checked = `${countText(Number(Records), 'record')}, ${FinalRecords} final, ${countText(Commits, 'commit')}`
  if (!Fault) {
    const title = Records === '0' ? 'The ledger is empty, without faults' : 'No faults found'
    const parts = [text(comparedText(before)), factsOf(report, from)]
    return { element: verdict('good', title, parts), spoken: `${title}: ${checked}. ${comparedText(before)}` }
  }
  const { title, next } = faultText(Fault, { from })
  const where = [Fault.Index && `record ${Fault.Index}`, Fault.Height && `commit ${Fault.Height}`].filter(
    Boolean,
  )
  const said = `${where.length > 0 ? `At ${where.join(', ')}: ` : ''}${Fault.Message}.`
  const parts = [text(said), text(next), text('Correct before that:'), factsOf(report, from)]
  return { element: verdict('bad', title, parts), spoken: `${title}. ${said} ${next}` }
}

function verdict(kind: 'good' | 'bad', title: string, parts: readonly HTMLElement[]): HTMLElement {
  const made = element('div', { className: 'verdict' }, [element('h3', { textContent: title }), ...parts])
  made.dataset['kind'] = kind
  return made
}

function text(textContent: string): HTMLElement {
  return element('p', { textContent })
}

function comparedText(before: Audited | undefined): string {
  return before
    ? 'Nothing was withdrawn since your last audit.'
    : 'This was your first audit of it. The next one can detect whether something was withdrawn.'
}

function factsOf(
  { Records, FinalRecords, Commits, HiddenRecords, Head, Root, RollappId }: AuditLine,
  from: string | undefined,
): HTMLElement {
  const all: Fact[] = [
    ['Node', from ?? 'this browser'],
    ['Records', Records],
    ['Final records', FinalRecords],
    ['Commits replayed', String(Commits)],
    ...(HiddenRecords > 0 ? [['Hidden, such as drafts', countText(HiddenRecords, 'record')] as const] : []),
    ['Last commit', Head ? longText(Head['/']) : 'none'],
    ['Root', longText(Root['/'])],
    ['Rollapp', RollappId],
  ]
  return element('details', {}, [element('summary', { textContent: 'Numbers' }), facts(all)])
}
