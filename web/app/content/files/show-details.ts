import { bytesText } from '../../amounts.ts'
import { call } from '../../call.ts'
import { element } from '../../element.ts'
import { numberText } from '../../language/counted.ts'
import { frameTexts } from '../../language/frame-texts.ts'
import { locale } from '../../language/language.ts'
import { contentTexts } from '../content-texts.ts'
import { showDialog } from '../dialog.ts'
import { readLinkCount } from '../pins/describe-root.ts'
import type { Item } from './entry.ts'
import { typeText } from './media-kind.ts'

/** Shows what is known about an item, with its CID to select. */
export async function showDetails(item: Item): Promise<void> {
  const source = { args: { path: `/ipfs/${item.cid}` } }
  const [{ CumulativeSize, Mode, Mtime }, links] = await Promise.all([
    call('files/stat', source),
    readLinkCount(item.cid),
  ])
  const facts: readonly (readonly [string, string | undefined])[] = [
    [contentTexts.path, item.path],
    [contentTexts.byType, typeText(item)],
    [contentTexts.size, item.isFolder ? undefined : bytesText(item.sizeBytes)],
    [contentTexts.storedSize, bytesText(CumulativeSize)],
    [
      item.isFolder ? contentTexts.entries : contentTexts.parts,
      links === undefined ? undefined : numberText(links),
    ],
    [contentTexts.mode, Mode],
    [contentTexts.changed, Mtime === undefined ? undefined : new Date(Mtime * 1000).toLocaleString(locale)],
    ['CID', item.cid],
  ]
  const list = facts.flatMap(([name, value]) =>
    value === undefined
      ? []
      : [element('dt', { textContent: name }), element('dd', {}, [element('code', { textContent: value })])],
  )
  const { closed } = showDialog(item.name, (dialog) => [
    element('dl', { className: 'facts' }, list),
    element('div', { className: 'actions' }, [
      element('button', { type: 'button', textContent: frameTexts.close, onclick: () => dialog.close() }),
    ]),
  ])
  await closed
}
