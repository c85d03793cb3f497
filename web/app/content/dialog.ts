import { element } from '../element.ts'
import './floating.css'

interface Dialog {
  readonly dialog: HTMLDialogElement
  readonly heading: HTMLHeadingElement
  readonly closed: Promise<void>
}

/**
 * Shows a modal dialog with a heading. It is closed by Escape, by `close` or by a change of the address, is then
 * removed, and the focus returns to where it was. Resolves when it is closed.
 */
export function showDialog(title: string, draw: (dialog: HTMLDialogElement) => readonly Node[]): Dialog {
  const heading = element('h2', { id: 'dialog-title', textContent: title })
  const dialog = element('dialog', { className: 'dialog' })
  dialog.setAttribute('aria-labelledby', heading.id)
  dialog.append(heading, ...draw(dialog))
  const closed = new Promise<void>((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve()
    })
  })
  document.body.append(dialog)
  dialog.showModal()
  return { dialog, heading, closed }
}

/** Runs a task at once, or when the open dialog is closed: until then nothing below it takes the focus. */
export function afterDialog(task: () => void): void {
  const open = document.querySelector('dialog[open]')
  if (open) open.addEventListener('close', task, { once: true })
  else task()
}
