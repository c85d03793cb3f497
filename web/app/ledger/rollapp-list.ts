import { element } from '../element.ts'
import { numberText } from '../language/counted.ts'
import { ledgerTexts } from './ledger-texts.ts'
import { ledgerAddress } from './place.ts'
import type { ReachedRecord, Rollapps } from './read-ledger.ts'

export interface RollappListOptions {
  /** The rollapp of the calendar of the node. */
  readonly own: string
  /** The rollapp whose records are shown. */
  readonly shown: string
  /** The name of the node. */
  readonly node: string
}

/** The rollapps of the ledger, each with its latest heights. */
export function rollappList(
  { rollapps, total }: Rollapps,
  { own, shown, node }: RollappListOptions,
): HTMLElement {
  if (rollapps.length === 0) {
    const text = ledgerTexts.noRollapps
    return element('p', { className: 'muted', textContent: text })
  }
  const items = rollapps.map(({ id, latest, latestFinal }) => {
    const link = element('a', {
      href: ledgerAddress({ kind: 'records', rollappId: id, page: 1 }),
      textContent: id,
    })
    if (id === shown) link.ariaCurrent = 'true'
    const tag = id === own ? [element('span', { className: 'tag', textContent: node })] : []
    return element('li', {}, [
      element('p', { className: 'rollapp-name' }, [link, ...tag]),
      element('p', { textContent: ledgerTexts.latest(reachedText(latest)) }),
      element('p', { textContent: ledgerTexts.latestFinal(reachedText(latestFinal)) }),
    ])
  })
  if (total > rollapps.length) {
    const text = ledgerTexts.firstOf(numberText(rollapps.length), numberText(total))
    items.push(element('li', { className: 'muted', textContent: text }))
  }
  return element('ul', { className: 'rollapps' }, items)
}

function reachedText(at: ReachedRecord | undefined): string {
  return at ? ledgerTexts.reached(at.index, at.height) : ledgerTexts.noneYet
}
