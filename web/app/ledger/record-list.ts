import { element } from '../element.ts'
import { contentLink, contentPath } from './content-link.ts'
import { addressOf } from './place.ts'
import { PAGE_RECORDS, type RecordsPage } from './read-ledger.ts'
import type { LedgerRecord } from './record.ts'

/** One page of records, the newest first, with links to other pages. */
export function recordList(rollappId: string, page: number, { records, total }: RecordsPage): HTMLElement {
  if (total === 0) return nothing()
  const items = records.map(recordItem)
  const parts: HTMLElement[] = [element('ol', { className: 'records' }, items)]
  if (total > PAGE_RECORDS) parts.push(pager(rollappId, page, total))
  return element('div', { className: 'stack tight' }, parts)
}

function nothing(): HTMLElement {
  const link = element('a', { href: '#calendar/new', textContent: 'Make an event' })
  return element('p', { className: 'muted' }, [
    'No records yet. ',
    link,
    ' in the calendar: that is a commit. Then come back and submit it.',
  ])
}

function recordItem(record: LedgerRecord): HTMLElement {
  const { rollappId, index, ledgerHeight, daPath } = record
  const link = element('a', {
    className: 'record-name',
    href: addressOf({ kind: 'record', rollappId, index }),
    textContent: `Record ${index}`,
  })
  const content = contentLink(record, contentPath(daPath) ? 'Content' : daPath)
  if (content instanceof HTMLElement) content.ariaLabel = `Content of record ${index}`
  return element('li', { className: 'record' }, [
    element('div', { className: 'record-head' }, [link, statusTag(record)]),
    element('p', { textContent: blocksText(record) }),
    element('p', { className: 'muted', textContent: `Ledger height ${ledgerHeight}, ${finalText(record)}` }),
    element('div', { className: 'record-content' }, [content]),
  ])
}

export function statusTag({ isFinal }: LedgerRecord): HTMLElement {
  return element('span', {
    className: isFinal ? 'tag final' : 'tag',
    textContent: isFinal ? 'final' : 'received',
  })
}

export function blocksText({ firstBlock, lastBlock }: LedgerRecord): string {
  return firstBlock === lastBlock ? `Block ${firstBlock}` : `Blocks ${firstBlock} to ${lastBlock}`
}

export function finalText({ isFinal, finalHeight }: LedgerRecord): string {
  if (finalHeight === undefined) return 'not queued'
  return isFinal ? `final since ${finalHeight}` : `final at ${finalHeight}`
}

function pager(rollappId: string, page: number, total: number): HTMLElement {
  const pages = Math.ceil(total / PAGE_RECORDS)
  const turn = (textContent: string, to: number) =>
    to < 1 || to > pages
      ? element('span', { className: 'button turned-off', textContent })
      : element('a', {
          className: 'button',
          href: addressOf({ kind: 'records', rollappId, page: to }),
          textContent,
        })
  const nav = element('nav', { className: 'pages', ariaLabel: 'Pages of the records' }, [
    turn('Newer', page - 1),
    element('p', { textContent: `Page ${page} of ${pages}` }),
    turn('Older', page + 1),
  ])
  return nav
}
