import { dagCborCid } from '../../../src/codec/cid/cid.ts'
import { element } from '../element.ts'
import { longText } from './facts.ts'
import { ledgerTexts } from './ledger-texts.ts'
import type { BlockDescriptor, LedgerRecord } from './record.ts'

/** Rows added at a time. */
const STEP_ROWS = 64

/**
 * The block descriptors of a record. In a calendar their digests are those of CIDs, which link to the blocks if
 * `isOwn` says that this browser has them.
 */
export function blockTable(
  { blocks, rollappId }: LedgerRecord,
  { isOwn }: { readonly isOwn: boolean },
): HTMLElement {
  const isCalendar = rollappId.startsWith('calendar_')
  const body = element('tbody')
  const more = element('button', { type: 'button', textContent: ledgerTexts.moreBlocks })
  const addRows = () => {
    const from = body.rows.length
    const rows = blocks.slice(from, from + STEP_ROWS).map((block) => rowOf(block, { isCalendar, isOwn }))
    body.append(...rows)
    more.hidden = body.rows.length === blocks.length
  }
  more.addEventListener('click', addRows)
  addRows()
  const names = [
    ledgerTexts.blockColumn,
    isCalendar ? ledgerTexts.commitColumn : ledgerTexts.intermediate,
    isCalendar ? ledgerTexts.state : ledgerTexts.stateRoot,
  ]
  const head = element(
    'tr',
    {},
    names.map((textContent) => element('th', { scope: 'col', textContent })),
  )
  const table = element('table', { className: 'blocks' }, [
    element('caption', { textContent: ledgerTexts.vouches }),
    element('thead', {}, [head]),
    body,
  ])
  return element('div', { className: 'stack tight' }, [table, more])
}

interface Shown {
  readonly isCalendar: boolean
  readonly isOwn: boolean
}

function rowOf({ height, stateRoot, intermediateStatesRoot }: BlockDescriptor, shown: Shown): HTMLElement {
  const cells = [intermediateStatesRoot, stateRoot].map((digest) =>
    element('td', {}, [digestNode(digest, shown)]),
  )
  return element('tr', {}, [element('th', { scope: 'row', textContent: height }), ...cells])
}

function digestNode(digest: Uint8Array, { isCalendar, isOwn }: Shown): HTMLElement {
  if (!isCalendar) return longText(hex(digest))
  const cid = dagCborCid(digest).toString()
  if (!isOwn) return longText(cid)
  return element('a', { href: `/ipfs/${cid}`, target: '_blank', rel: 'noopener' }, [longText(cid)])
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
