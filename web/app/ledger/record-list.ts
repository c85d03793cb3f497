import { element } from '../element.ts'
import { contentLink, contentPath } from './content-link.ts'
import { ledgerTexts } from './ledger-texts.ts'
import { ledgerAddress } from './place.ts'
import { PAGE_RECORDS, type RecordsPage } from './read-ledger.ts'
import type { LedgerRecord } from './record.ts'

interface RecordListOptions extends RecordsPage {
  /** True if commits of this rollapp wait for their record. */
  readonly hasWaiting: boolean
}

/** One page of records, the newest first, with links to other pages. */
export function recordList(
  rollappId: string,
  page: number,
  { records, total, hasWaiting }: RecordListOptions,
): HTMLElement {
  if (total === 0) return nothing(hasWaiting)
  const items = records.map(recordItem)
  const parts: HTMLElement[] = [element('ol', { className: 'records' }, items)]
  if (total > PAGE_RECORDS) parts.push(pager(rollappId, page, total))
  return element('div', { className: 'stack tight' }, parts)
}

function nothing(hasWaiting: boolean): HTMLElement {
  if (hasWaiting) {
    const text = `${ledgerTexts.noRecords} ${ledgerTexts.firstOfWaiting}`
    return element('p', { className: 'muted', textContent: text })
  }
  const link = element('a', { href: '#calendar/new', textContent: ledgerTexts.makeEvent })
  return element('p', { className: 'muted' }, [
    `${ledgerTexts.noRecords} `,
    link,
    ` ${ledgerTexts.makeEventAbout}`,
  ])
}

function recordItem(record: LedgerRecord): HTMLElement {
  const { rollappId, index, ledgerHeight, daPath } = record
  const link = element('a', {
    className: 'record-name',
    href: ledgerAddress({ kind: 'record', rollappId, index }),
    textContent: ledgerTexts.recordName(index),
  })
  const content = contentLink(record, contentPath(daPath) ? ledgerTexts.contentLink : daPath)
  if (content instanceof HTMLElement) content.ariaLabel = ledgerTexts.contentOf(index)
  return element('li', { className: 'record' }, [
    element('div', { className: 'record-head' }, [link, statusTag(record)]),
    element('p', { textContent: blocksText(record) }),
    element('p', {
      className: 'muted',
      textContent: ledgerTexts.ledgerHeightOf(ledgerHeight, finalText(record)),
    }),
    element('div', { className: 'record-content' }, [content]),
  ])
}

export function statusTag({ isFinal }: LedgerRecord): HTMLElement {
  return element('span', {
    className: isFinal ? 'tag final' : 'tag',
    textContent: isFinal ? ledgerTexts.finalTag : ledgerTexts.receivedTag,
  })
}

export function blocksText({ firstBlock, lastBlock }: LedgerRecord): string {
  return firstBlock === lastBlock ? ledgerTexts.block(firstBlock) : ledgerTexts.blocks(firstBlock, lastBlock)
}

export function finalText({ isFinal, finalHeight }: LedgerRecord): string {
  if (finalHeight === undefined) return ledgerTexts.notQueued
  return isFinal ? ledgerTexts.finalSince(finalHeight) : ledgerTexts.finalAt(finalHeight)
}

function pager(rollappId: string, page: number, total: number): HTMLElement {
  const pages = Math.ceil(total / PAGE_RECORDS)
  const turn = (textContent: string, to: number) =>
    to < 1 || to > pages
      ? element('span', { className: 'button turned-off', textContent })
      : element('a', {
          className: 'button',
          href: ledgerAddress({ kind: 'records', rollappId, page: to }),
          textContent,
        })
  const nav = element('nav', { className: 'pages', ariaLabel: ledgerTexts.pages }, [
    turn(ledgerTexts.newer, page - 1),
    element('p', { textContent: ledgerTexts.pageOf(String(page), String(pages)) }),
    turn(ledgerTexts.older, page + 1),
  ])
  return nav
}
