import { find } from './find.ts'

/** Tells those who hear the page instead of seeing it, when they are done with what they are at. */
export function announce(message: string): void {
  find(document, '#announcement', HTMLElement).textContent = message
}
