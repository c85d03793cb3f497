import { element } from '../element.ts'
import { counted } from '../language/counted.ts'
import { ledgerTexts } from './ledger-texts.ts'
import { ledgerAddress } from './place.ts'
import type { readQueue } from './read-ledger.ts'

/** Records of one height that are listed. The others are counted. */
const MAX_NAMED = 10

/** The records that become final next, by the ledger height at which they do. */
export function queueList(
  { rows, isCut }: Awaited<ReturnType<typeof readQueue>>,
  height: string,
): HTMLElement {
  if (rows.length === 0) {
    return element('p', {
      className: 'muted',
      textContent: ledgerTexts.nothingWaiting,
    })
  }
  const items = rows.map(({ Height, Entries }) => {
    const left = BigInt(Height) - BigInt(height)
    const when = left > 0n ? counted(ledgerTexts.inHeights, Number(left)) : ledgerTexts.nowDue
    const links = Entries.slice(0, MAX_NAMED).map(({ RollappId: rollappId, Index: index }) =>
      element('a', {
        href: ledgerAddress({ kind: 'record', rollappId, index }),
        textContent: ledgerTexts.recordName(index),
        title: rollappId,
      }),
    )
    const more = Entries.length - links.length
    return element('li', {}, [
      element('p', {}, [element('strong', { textContent: ledgerTexts.height(Height) }), ` ${when}`]),
      element('p', { className: 'links' }, [
        ...links,
        ...(more > 0 ? [ledgerTexts.andMore(String(more))] : []),
      ]),
    ])
  })
  if (isCut) items.push(element('li', { className: 'muted', textContent: ledgerTexts.moreLater }))
  return element('ul', { className: 'queue' }, items)
}
