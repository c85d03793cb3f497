import { find } from './find.ts'

/**
 * Puts a message of the page where the visitor can see, hear and close it. An open modal dialog makes the rest of the
 * page inert, so the message is inside the topmost dialog until that is closed, and else above the footer.
 */
export function placeMessage(message: HTMLElement): void {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (message.parentElement === (dialog ?? document.body)) return
  if (dialog) {
    dialog.append(message)
    dialog.addEventListener('close', () => placeMessage(message), { once: true })
  } else find(document, 'footer', HTMLElement).before(message)
}
