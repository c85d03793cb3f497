import { element } from '../element.ts'

export type LedgerFact = readonly [label: string, value: Node | string]

/** A list of terms and their values. */
export function facts(all: readonly LedgerFact[]): HTMLElement {
  return element('dl', { className: 'ledger-facts' }, factItems(all))
}

export function factItems(all: readonly LedgerFact[]): readonly HTMLElement[] {
  return all.flatMap(([label, value]) => [element('dt', { textContent: label }), element('dd', {}, [value])])
}

/** A long text that is truncated where there is no room. Its tooltip shows all of it. */
export function longText(text: string): HTMLElement {
  return element('code', { className: 'long', textContent: text, title: text })
}
