import { announce } from '../../announce.ts'
import { find } from '../../find.ts'
import { onPress } from '../../on-press.ts'
import { contentTexts } from '../content-texts.ts'
import type { FilesChange } from './changes.ts'

/** Changes that can be undone, the last first. */
const MAX_CHANGES = 20

export interface UndoBar {
  /** Says what was changed, and offers to undo it, and then the changes before it. */
  show(change: FilesChange): void
  /** Says something else. The last change can still be undone. */
  say(message: string): void
}

/** A line above the list that says what has just happened. `onUndone` is also called when a part could not be undone. */
export function undoBar(section: HTMLElement, onUndone: () => Promise<void>): UndoBar {
  const bar = find(section, '#files-done', HTMLElement)
  const text = find(bar, '#files-done-text', HTMLElement)
  const button = find(bar, '#files-undo', HTMLButtonElement)
  let changes: readonly FilesChange[] = []
  const say = (message: string) => {
    const last = changes.at(-1)
    bar.hidden = message === ''
    button.hidden = last === undefined
    button.textContent =
      last === undefined || last.message === message
        ? contentTexts.undo
        : contentTexts.actionOn(contentTexts.undo, last.message)
    text.textContent = message
    announce(message)
  }
  onPress(button, async () => {
    const last = changes.at(-1)
    if (!last) return
    try {
      await last.undo()
      changes = changes.filter((change) => change !== last)
    } finally {
      await onUndone()
    }
    say(contentTexts.undone)
  })
  return {
    show(change) {
      changes = [...changes, change].slice(-MAX_CHANGES)
      say(change.message)
    },
    say,
  }
}
