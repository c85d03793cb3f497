import { countText } from '../amounts.ts'
import { element } from '../element.ts'
import type { Audited } from './audited-roots.ts'
import { facts, type LedgerFact, longText } from './facts.ts'
import { faultText } from './fault-text.ts'
import { ledgerTexts } from './ledger-texts.ts'
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
  const checked = ledgerTexts.checked({
    records: countText(Number(Records), 'record'),
    final: FinalRecords,
    commits: countText(Commits, 'commit'),
  })
  if (!Fault) {
    const title = Records === '0' ? ledgerTexts.emptyGood : ledgerTexts.noFaults
    const repeated = Records === '0' ? '' : `${ledgerTexts.allRepeated} `
    const parts = [text(`${repeated}${comparedText(before)}`), factsOf(report, from)]
    return { element: verdict('good', title, parts), spoken: `${title}: ${checked}. ${comparedText(before)}` }
  }
  const { title, next } = faultText(Fault, { from })
  const where = [
    Fault.Index && ledgerTexts.atRecord(Fault.Index),
    Fault.Height && ledgerTexts.atCommit(Fault.Height),
  ].filter(Boolean)
  const said = `${where.length > 0 ? `${ledgerTexts.at(where.join(', '))} ` : ''}${Fault.Message}.`
  const parts = [text(said), text(next), text(ledgerTexts.correctBefore), factsOf(report, from)]
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
  return before ? ledgerTexts.nothingWithdrawn : ledgerTexts.firstAudit
}

function factsOf(
  { Records, FinalRecords, Commits, HiddenRecords, Head, Root, RollappId }: AuditLine,
  from: string | undefined,
): HTMLElement {
  const all: LedgerFact[] = [
    [ledgerTexts.node, from ?? 'this browser'],
    [ledgerTexts.records, Records],
    [ledgerTexts.finalRecords, FinalRecords],
    [ledgerTexts.replayed, String(Commits)],
    ...(HiddenRecords > 0 ? [[ledgerTexts.hidden, countText(HiddenRecords, 'record')] as const] : []),
    [ledgerTexts.lastCommit, Head ? longText(Head['/']) : ledgerTexts.none],
    [ledgerTexts.root, longText(Root['/'])],
    [ledgerTexts.rollapp, RollappId],
  ]
  return element('details', {}, [element('summary', { textContent: ledgerTexts.numbers }), facts(all)])
}
