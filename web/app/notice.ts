import { find } from './find.ts'
import { placeMessage } from './place-message.ts'

const notice = find(document, '#notice', HTMLElement)

/**
 * Tells the visitor why this tab should be reloaded, when it suits them. A later reason replaces an earlier one.
 * `reload` may do more than reload this tab.
 */
export function offerReload(text: string, reload: () => void = () => location.reload()): void {
  find(notice, '#notice-text', HTMLElement).textContent = text
  find(notice, '#notice-reload', HTMLButtonElement).onclick = reload
  placeMessage(notice)
  notice.hidden = false
}
