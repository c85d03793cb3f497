import { hideProblem, showProblem } from './problem.ts'

/**
 * Runs `task` when the form is submitted, unless it still runs. What it gets resets the form, unless the visitor has
 * changed it since.
 */
export function onSubmit(form: HTMLFormElement, task: (reset: () => void) => Promise<void>): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (form.ariaBusy === 'true') return
    form.ariaBusy = 'true'
    hideProblem()
    const sent = entered(form)
    task(() => {
      if (entered(form) === sent) form.reset()
    })
      .catch(showProblem)
      .finally(() => {
        form.ariaBusy = null
      })
  })
}

function entered(form: HTMLFormElement): string {
  return JSON.stringify(Array.from(form.elements, (control) => 'value' in control && control.value))
}
