import { hideProblem, showProblem } from './problem.ts'

/**
 * Runs `task` when the button is pressed, one at a time. The button is not disabled meanwhile, because it would
 * lose the focus.
 */
export function onPress(button: HTMLButtonElement, task: () => Promise<void>): void {
  button.addEventListener('click', () => {
    if (button.ariaDisabled === 'true') return
    button.ariaDisabled = 'true'
    hideProblem()
    task()
      .catch(showProblem)
      .finally(() => {
        button.ariaDisabled = null
      })
  })
}
