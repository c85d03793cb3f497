import { keepAwakeForDownload } from '../content/keep-awake.ts'
import { element } from '../element.ts'
import { ledgerTexts } from './ledger-texts.ts'
import type { LedgerRecord } from './record.ts'

/**
 * The gateway path of a record's content: `cas|<cid>`, `cas|<cid>|<path>`, `/cas/…`, `/ipfs/…`. `undefined` for
 * any other text, which means nothing to this node.
 */
export function contentPath(daPath: string): string | undefined {
  const [, cid, path = ''] =
    /^cas\|([a-z2-7]+)(?:\|(.+))?$/.exec(daPath) ??
    /^\/(?:cas|ipfs)\/([A-Za-z0-9]+)(?:\/(.*))?$/.exec(daPath) ??
    []
  if (cid === undefined) return undefined
  return ['/ipfs', cid, ...path.split('/').filter(Boolean).map(encodeURIComponent)].join('/')
}

/** The file name for a record's saved content. */
function filenameOf({ rollappId, index }: LedgerRecord): string {
  return `${rollappId}-${index}.car`
}

/** A link to the content of a record with this text, or only the text when there is no content. */
export function contentLink(record: LedgerRecord, text: string): Node {
  const path = contentPath(record.daPath)
  if (path === undefined) return document.createTextNode(text)
  const query = record.rollappId.startsWith('calendar_')
    ? `?${new URLSearchParams({ filename: filenameOf(record), download: 'true' })}`
    : ''
  const link = element('a', { href: path + query, textContent: text })
  if (query === '') Object.assign(link, { target: '_blank', rel: 'noopener' })
  else link.addEventListener('click', keepAwakeForDownload)
  return link
}

/**
 * A link that saves the blocks of the content as a CAR, which another browser can import. `undefined` without
 * content.
 */
export function blocksLink(record: LedgerRecord): HTMLAnchorElement | undefined {
  const path = contentPath(record.daPath)
  if (path === undefined) return undefined
  const query = new URLSearchParams({
    format: 'car',
    download: 'true',
    filename: `content-of-${filenameOf(record)}`,
  })
  const link = element('a', {
    className: 'button',
    href: `${path}?${query}`,
    textContent: ledgerTexts.saveContent,
  })
  link.addEventListener('click', keepAwakeForDownload)
  return link
}
