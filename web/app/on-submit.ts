import { hideProblem, showProblem } from './problem.ts'

/** Runs `task` when the form is submitted, unless it still runs. */
export function onSubmit(form: HTMLFormElement, task: () => Promise<void>): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (form.ariaBusy === 'true') return
    form.ariaBusy = 'true'
    hideProblem()
    task()
      .catch(showProblem)
      .finally(() => {
        form.ariaBusy = null
      })
  })
}
