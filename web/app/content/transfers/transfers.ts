import { find } from '../../find.ts'
import { hideProblem, showProblem } from '../../problem.ts'
import { type ProgressView, progressView } from './progress-view.ts'

/** Imports something and resolves to a message for the visitor. */
export type IntakeTask = (options: {
  readonly signal: AbortSignal
  readonly progress: ProgressView
}) => Promise<string>

/**
 * Runs import tasks with a progress bar and a Cancel button, one at a time. The next one starts when the
 * previous has ended.
 */
export function intake(section: HTMLElement): (task: IntakeTask) => void {
  const progress = progressView(section)
  let running: AbortController | undefined
  find(section, '#cancel', HTMLButtonElement).addEventListener('click', () => running?.abort())

  return (task) => {
    if (running) {
      showProblem(
        new Error('Something is being added. Wait until it is done or cancel it, then try this again.'),
      )
      return
    }
    const controller = new AbortController()
    running = controller
    hideProblem()
    task({ signal: controller.signal, progress })
      .then(progress.end, (error: unknown) => {
        const { aborted } = controller.signal
        progress.end(aborted ? 'Cancelled' : '')
        if (!aborted) showProblem(error)
      })
      .finally(() => {
        running = undefined
      })
  }
}
