import { find } from './find.ts'
import { nextStep } from './next-step.ts'

const box = find(document, '#problem', HTMLElement)

find(box, '#problem-close', HTMLButtonElement).addEventListener('click', hideProblem)

/** Tells the visitor what went wrong and what to do next. */
export function showProblem(error: unknown): void {
  find(box, '#problem-text', HTMLElement).textContent = nextStep(error)
  box.hidden = false
}

export function hideProblem(): void {
  box.hidden = true
}
