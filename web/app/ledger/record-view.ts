import { keepingAlive } from '../../host/keep-alive.ts'
import { announce } from '../announce.ts'
import { call } from '../call.ts'
import { element } from '../element.ts'
import { onPress } from '../on-press.ts'
import { blockTable } from './block-table.ts'
import { blocksLink, contentLink } from './content-link.ts'
import { facts, longText } from './facts.ts'
import { ledgerTexts } from './ledger-texts.ts'
import { ledgerAddress } from './place.ts'
import type { LedgerRecord } from './record.ts'
import { blocksText, finalText, statusTag } from './record-list.ts'
import { saveFile } from './save-file.ts'

/** Shows one record with all of its fields. `isOwn` is true when its commits are blocks of this browser. */
export function recordView(record: LedgerRecord, { isOwn }: { readonly isOwn: boolean }): HTMLElement {
  const { rollappId, index, sequencer, daPath, ledgerHeight, cid } = record
  const list = facts([
    [ledgerTexts.status, statusTag(record)],
    [ledgerTexts.rollapp, rollappId],
    [ledgerTexts.covers, `${blocksText(record)}`],
    [ledgerTexts.submitted, ledgerTexts.submittedAt(ledgerHeight, finalText(record))],
    [ledgerTexts.by, longText(sequencer)],
    [ledgerTexts.contentLink, daPath === '' ? ledgerTexts.none : contentLink(record, daPath)],
    [ledgerTexts.recordCid, longText(cid)],
  ])
  const back = element('a', {
    className: 'button',
    href: ledgerAddress({ kind: 'records', rollappId, page: 1 }),
    textContent: ledgerTexts.allRecords,
  })
  const blocks = blocksLink(record)
  const actions = element('div', { className: 'actions' }, [
    proofButton(record),
    ...(blocks ? [blocks] : []),
    back,
  ])
  return element('article', { className: 'panel', ariaLabel: ledgerTexts.recordName(index) }, [
    list,
    actions,
    blockTable(record, { isOwn }),
  ])
}

function proofButton({ rollappId, index }: LedgerRecord): HTMLElement {
  const button = element('button', {
    type: 'button',
    className: 'primary',
    textContent: ledgerTexts.saveProof,
  })
  onPress(button, () =>
    keepingAlive(async () => {
      const proof = await call('ledger/prove', { args: { rollapp: rollappId }, options: { index } })
      await saveFile(proof, `proof-of-${rollappId}-${index}.car`)
      announce(ledgerTexts.savedProof(index))
    }),
  )
  return button
}
