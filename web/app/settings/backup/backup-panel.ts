import { find } from '../../find.ts'
import { restoreForm } from './restore-form.ts'
import { saveForm } from './save-form.ts'

/** Saves the whole node as one file, and restores one. */
export function backupPanel(section: HTMLElement): void {
  const note = find(section, '#backup-note', HTMLElement)
  const say = (text: string) => {
    note.textContent = text
  }
  saveForm(section, say)
  restoreForm(section, say)
}
