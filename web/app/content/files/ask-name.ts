import { element } from '../../element.ts'
import { frameTexts } from '../../language/frame-texts.ts'
import { nextStep } from '../../next-step.ts'
import { contentTexts } from '../content-texts.ts'
import { showDialog } from '../dialog.ts'
import { faultOfName } from './free-name.ts'

export interface AskNameOptions {
  readonly title: string
  readonly action: string
  readonly value?: string
  /** Uses the name. An error is shown in the dialog, which stays open. */
  readonly use: (name: string) => Promise<void>
}

/** Asks for a name. Resolves when the name was used, or the dialog was closed. */
export async function askName({ title, action, value = '', use }: AskNameOptions): Promise<void> {
  const input = element('input', { id: 'asked-name', value, autocomplete: 'off', required: true })
  const fault = element('p', { className: 'fault', id: 'asked-fault', role: 'alert' })
  input.setAttribute('aria-describedby', fault.id)
  const { dialog, closed } = showDialog(title, (box) => [
    element('form', { className: 'fields', noValidate: true }, [
      element('label', { htmlFor: input.id, textContent: contentTexts.name }),
      input,
      fault,
      element('div', { className: 'actions' }, [
        element('button', { type: 'submit', className: 'primary', textContent: action }),
        element('button', { type: 'button', textContent: frameTexts.cancel, onclick: () => box.close() }),
      ]),
    ]),
  ])
  dialog.addEventListener('submit', (event) => {
    event.preventDefault()
    const name = input.value.trim()
    const problem = faultOfName(name)
    fault.textContent = problem ?? ''
    if (problem !== undefined) return
    use(name).then(
      () => dialog.close(),
      (error: unknown) => {
        fault.textContent = nextStep(error)
      },
    )
  })
  const dot = value.lastIndexOf('.')
  input.focus()
  input.setSelectionRange(0, dot > 0 ? dot : value.length)
  await closed
}
