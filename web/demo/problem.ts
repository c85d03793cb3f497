import { find } from './find.ts'

const box = find(document, '#problem', HTMLElement)

/** Tells the visitor what went wrong and what to do next. */
export function showProblem(error: unknown): void {
  find(box, '#problem-text', HTMLElement).textContent = problemText(error)
  box.hidden = false
}

export function hideProblem(): void {
  box.hidden = true
}

/** `fetch` and streams break off with a `TypeError`, whose text is the engine's. */
function problemText(error: unknown): string {
  if (error instanceof TypeError) {
    return 'The node did not answer to the end, or a file changed while it was read. Reload the page, then try again.'
  }
  return error instanceof Error ? error.message : String(error)
}
