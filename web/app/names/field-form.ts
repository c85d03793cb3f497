import { element } from '../element.ts'
import { onSubmit } from '../on-submit.ts'

export interface FieldFormInit {
  readonly id: string
  readonly label: string
  readonly button: string
  readonly placeholder: string
  readonly submit: (entered: string) => Promise<void>
}

/** A form with one required text field, which is submitted one at a time. */
export function fieldForm({ id, label, button, placeholder, submit }: FieldFormInit): HTMLFormElement {
  const input = element('input', {
    id,
    required: true,
    placeholder,
    spellcheck: false,
    autocapitalize: 'none',
    autocomplete: 'off',
  })
  const form = element('form', { className: 'fields' }, [
    element('label', { htmlFor: id, textContent: label }),
    input,
    element('button', { type: 'submit', textContent: button }),
  ])
  onSubmit(form, () => submit(input.value))
  return form
}
