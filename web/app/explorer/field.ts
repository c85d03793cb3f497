import { element } from '../element.ts'
import { explorerTexts } from './explorer-texts.ts'

/** A labelled control. Its values are strings, as on the wire. */
export interface InputField {
  readonly element: HTMLElement
  /** The entered values, without empty ones. */
  values(): string[]
  fill(values: readonly string[]): void
}

export interface FieldInit {
  readonly name: string
  /** The node's description, in English, shown below the control. Absent if it has none. */
  readonly about?: string
  /** Shown after it, in the language of the page. */
  readonly note?: string | undefined
  /** The default when nothing is entered. */
  readonly fallback?: string | undefined
  readonly isRequired?: boolean | undefined
}

/** A text field, or for a list a text area with one value a line. */
export function textField(
  init: FieldInit & { readonly isList?: boolean; readonly isNumber?: boolean },
): InputField {
  const { isList = false, isNumber = false, isRequired = false, fallback = '' } = init
  const shared = { required: isRequired, placeholder: fallback, spellcheck: false, autocapitalize: 'none' }
  const control = isList
    ? element('textarea', { ...shared, rows: 2 })
    : element('input', { ...shared, autocomplete: 'off', inputMode: isNumber ? 'numeric' : 'text' })
  return {
    element: labelled(control, init),
    values: () => (isList ? control.value.split('\n') : [control.value]).filter((value) => value !== ''),
    fill(values) {
      control.value = values.join('\n')
    },
  }
}

/** A choice between yes, no and not sent. */
export function choiceField(init: FieldInit): InputField {
  const unsent =
    init.fallback === undefined ? explorerTexts.notSent : explorerTexts.defaultNotSent(init.fallback)
  const control = element('select', {}, [
    element('option', { value: '', textContent: unsent }),
    element('option', { value: 'true', textContent: 'true' }),
    element('option', { value: 'false', textContent: 'false' }),
  ])
  return {
    element: labelled(control, init),
    values: () => (control.value === '' ? [] : [control.value]),
    fill([value = '']) {
      control.value = value
    },
  }
}

/** Adds a label and a description to a control. */
export function labelled(
  control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement,
  { name, about = '', note = '', isRequired = false }: FieldInit,
): HTMLElement {
  const id = `field-${name.replace(/\W/g, '-')}-${control.type}`
  control.id = id
  control.name = name
  const hint = element('p', { id: `${id}-about`, className: 'muted hint' }, [
    element('span', { lang: 'en', textContent: about }),
    ` ${note}`,
  ])
  control.setAttribute('aria-describedby', hint.id)
  const label = element('label', { htmlFor: id }, [element('code', { textContent: name })])
  if (isRequired)
    label.append(' ', element('span', { className: 'tag', textContent: explorerTexts.required }))
  return element('div', { className: 'fields' }, [label, control, hint])
}
