import { bytesText } from '../../amounts.ts'
import { call } from '../../call.ts'
import { element } from '../../element.ts'
import { showDialog } from '../dialog.ts'
import type { Item } from './entry.ts'
import { typeText } from './media-kind.ts'

/** Shows what is known about an item, with its CID to select. */
export async function showDetails(item: Item): Promise<void> {
  const source = { args: { path: `/ipfs/${item.cid}` } }
  const { CumulativeSize, Blocks, Mode, Mtime } = await call('files/stat', source)
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Path', item.path],
    ['Type', typeText(item)],
    ['Size', item.isFolder ? undefined : bytesText(item.sizeBytes)],
    ['Stored size', bytesText(CumulativeSize)],
    [item.isFolder ? 'Entries' : 'Parts', String(Blocks)],
    ['Mode', Mode],
    ['Changed', Mtime === undefined ? undefined : new Date(Mtime * 1000).toLocaleString()],
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
      element('button', { type: 'button', textContent: 'Close', onclick: () => dialog.close() }),
    ]),
  ])
  await closed
}
