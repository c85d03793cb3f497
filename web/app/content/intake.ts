import { find } from '../find.ts'
import { hideProblem, showProblem } from '../problem.ts'
import { type ProgressView, progressView } from './progress-view.ts'

/** Takes something in and resolves to what to say at the end. */
export type IntakeTask = (options: {
  readonly signal: AbortSignal
  readonly progress: ProgressView
}) => Promise<string>

/**
 * Runs what takes content in, with the bar and its Cancel. One at a time: the next waits for its visitor to see
 * the end of this one.
 */
export function intake(section: HTMLElement): (task: IntakeTask) => void {
  const progress = progressView(section)
  let running: AbortController | undefined
  find(section, '#cancel', HTMLButtonElement).addEventListener('click', () => running?.abort())

  return (task) => {
    if (running) {
      showProblem(new Error('Something is being added. Wait for its end or cancel it, then try this again.'))
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
