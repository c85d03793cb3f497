import { bytesText, countText } from '../../amounts.ts'
import { find } from '../../find.ts'
import { onPress } from '../../on-press.ts'
import { contentTexts } from '../content-texts.ts'
import type { Item } from './entry.ts'
import { copyTo, type ItemActions, moveTo, remove, startOf } from './item-menu.ts'
import { isFixed } from './read-folder.ts'

interface Selecting {
  readonly selected: readonly Item[]
  unselect(): void
}

/** The line with the number of selected items and what can be done with all of them. */
export function selectionBar(
  section: HTMLElement,
  list: () => Selecting,
  actions: ItemActions,
): (selected: readonly Item[]) => void {
  const bar = find(section, '#selection', HTMLElement)
  const text = find(bar, '#selection-text', HTMLElement)
  const button = (id: string) => find(bar, id, HTMLButtonElement)
  onPress(button('#move-selected'), () => moveTo(list().selected, actions))
  onPress(button('#copy-selected'), () => copyTo(list().selected, actions, startOf(list().selected)))
  onPress(button('#remove-selected'), () => remove(list().selected, actions))
  button('#unselect').addEventListener('click', () => list().unselect())

  return (selected) => {
    const sizeBytes = selected.reduce((sum, item) => sum + item.sizeBytes, 0)
    const size = sizeBytes > 0 ? `, ${bytesText(sizeBytes)}` : ''
    bar.hidden = selected.length === 0
    text.textContent = bar.hidden
      ? ''
      : `${contentTexts.selectedCount(countText(selected.length, 'item'))}${size}`
    const canChange = selected.every(({ path }) => !isFixed(path))
    button('#move-selected').hidden = !canChange
    button('#remove-selected').hidden = !canChange
  }
}
