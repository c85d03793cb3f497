import { hideProblem, showProblem } from './problem.ts'

/**
 * Runs `task` when the button is pressed, one at a time. The button keeps the focus meanwhile, which a disabled
 * one would lose.
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
