import { keepingAlive } from '../../host/keep-alive.ts'
import { announce } from '../announce.ts'
import { call } from '../call.ts'
import { element } from '../element.ts'
import { onPress } from '../on-press.ts'
import { blockTable } from './block-table.ts'
import { blocksLink, contentLink } from './content-link.ts'
import { facts, longText } from './facts.ts'
import { addressOf } from './place.ts'
import type { LedgerRecord } from './record.ts'
import { blocksText, finalText, statusTag } from './record-list.ts'
import { saveFile } from './save-file.ts'

/** Shows one record with all of its fields. `isOwn` is true when its commits are blocks of this browser. */
export function recordView(record: LedgerRecord, { isOwn }: { readonly isOwn: boolean }): HTMLElement {
  const { rollappId, index, sequencer, daPath, ledgerHeight, cid } = record
  const list = facts([
    ['Status', statusTag(record)],
    ['Rollapp', rollappId],
    ['Covers', `${blocksText(record)}`],
    ['Submitted', `at ledger height ${ledgerHeight}, ${finalText(record)}`],
    ['By', longText(sequencer)],
    ['Content', daPath === '' ? 'none' : contentLink(record, daPath)],
    ['Record CID', longText(cid)],
  ])
  const back = element('a', {
    className: 'button',
    href: addressOf({ kind: 'records', rollappId, page: 1 }),
    textContent: 'All records',
  })
  const blocks = blocksLink(record)
  const actions = element('div', { className: 'actions' }, [
    proofButton(record),
    ...(blocks ? [blocks] : []),
    back,
  ])
  return element('article', { className: 'panel', ariaLabel: `Record ${index}` }, [
    list,
    actions,
    blockTable(record, { isOwn }),
  ])
}

function proofButton({ rollappId, index }: LedgerRecord): HTMLElement {
  const button = element('button', { type: 'button', className: 'primary', textContent: 'Save its proof' })
  onPress(button, () =>
    keepingAlive(async () => {
      const proof = await call('ledger/prove', { args: { rollapp: rollappId }, options: { index } })
      await saveFile(proof, `proof-of-${rollappId}-${index}.car`)
      announce(`Saved the proof of record ${index}.`)
    }),
  )
  return button
}
