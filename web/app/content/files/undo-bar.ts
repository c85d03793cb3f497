import { announce } from '../../announce.ts'
import { find } from '../../find.ts'
import { onPress } from '../../on-press.ts'
import { contentTexts } from '../content-texts.ts'
import type { FilesChange } from './changes.ts'

export interface UndoBar {
  /** Says what was changed, and offers to undo it until the next change. */
  show(change: FilesChange): void
  say(message: string): void
}

/** A line above the list that says what has just happened. */
export function undoBar(section: HTMLElement, onUndone: () => Promise<void>): UndoBar {
  const bar = find(section, '#files-done', HTMLElement)
  const text = find(bar, '#files-done-text', HTMLElement)
  const button = find(bar, '#files-undo', HTMLButtonElement)
  let undo: FilesChange['undo'] | undefined
  const say = (message: string, way?: FilesChange['undo']) => {
    undo = way
    bar.hidden = message === ''
    button.hidden = way === undefined
    text.textContent = message
    announce(message)
  }
  onPress(button, async () => {
    if (!undo) return
    const way = undo
    undo = undefined
    await way()
    await onUndone()
    say(contentTexts.undone)
  })
  return { show: (change) => say(change.message, change.undo), say: (message) => say(message) }
}
