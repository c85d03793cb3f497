import { find } from './find.ts'

/** Announces a message to screen readers, politely: after what they are currently reading. */
export function announce(message: string): void {
  find(document, '#announcement', HTMLElement).textContent = message
}
