import { find } from './find.ts'
import { nextStep } from './next-step.ts'
import { placeMessage } from './place-message.ts'
import { WorkerFault } from './worker-fault.ts'

const box = find(document, '#problem', HTMLElement)

find(box, '#problem-close', HTMLButtonElement).addEventListener('click', hideProblem)

/** Shows the visitor what went wrong and what to do next. The page shows a {@link WorkerFault} once, by a notice. */
export function showProblem(error: unknown): void {
  if (error instanceof WorkerFault) return
  find(box, '#problem-text', HTMLElement).textContent = nextStep(error)
  placeMessage(box)
  box.hidden = false
}

export function hideProblem(): void {
  box.hidden = true
}
