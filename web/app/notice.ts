import { find } from './find.ts'

/** Tells the visitor why this tab should be reloaded, when it suits them. A later reason replaces an earlier one. */
export function offerReload(text: string): void {
  const notice = find(document, '#notice', HTMLElement)
  find(notice, '#notice-text', HTMLElement).textContent = text
  find(notice, '#notice-reload', HTMLButtonElement).onclick = () => location.reload()
  notice.hidden = false
}
