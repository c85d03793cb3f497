import type { SettingDescription } from '../../../src/config/describe-settings.ts'
import type { ConfigValue } from '../../../src/config/document/config-value.ts'
import { RpcError } from '../../../src/rpc/client.ts'
import { call } from '../call.ts'
import { element } from '../element.ts'
import { frameTexts } from '../language/frame-texts.ts'
import { nextStep, sentence } from '../next-step.ts'
import { onSubmit } from '../on-submit.ts'
import { pieces } from './description-text.ts'
import { entryText, parseEntry } from './setting-entry.ts'
import { settingsTexts } from './settings-texts.ts'

export interface SettingForm {
  readonly element: HTMLElement
  /** Shows the node's value, unless the visitor is changing it. `heldBy` is the variable that sets it, if any. */
  show(value: ConfigValue, heldBy: string | undefined): void
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The form of one setting: its value, what it means, and why it cannot be changed where it cannot. */
export function settingForm(setting: SettingDescription): SettingForm {
  const { name, needsRestart, fixedBy, variable } = setting
  const id = `setting-${name.replaceAll('.', '-')}`
  const control = controlOf(setting, id)
  const held = element('span', { className: 'tag', hidden: true })
  const note = element('p', { className: 'hint setting-note', id: `${id}-note` })
  note.setAttribute('role', 'status')
  const about = element('p', { className: 'hint muted', id: `${id}-about` }, aboutOf(setting))
  control.setAttribute('aria-describedby', `${about.id} ${note.id}`)
  const actions = element('div', { className: 'actions', hidden: true }, [
    element('button', {
      type: 'submit',
      className: 'primary',
      textContent: frameTexts.save,
      ariaLabel: settingsTexts.saveSetting(name),
    }),
    element('button', {
      type: 'reset',
      textContent: settingsTexts.undo,
      ariaLabel: settingsTexts.undoSetting(name),
    }),
  ])
  const fixed = fixedBy && settingsTexts.onlyBy(variable ?? '')
  const tags = [fixed, needsRestart && !fixed && settingsTexts.needsRestart].filter(
    (text) => typeof text === 'string',
  )
  const form = element('form', { className: 'fields setting' }, [
    element('label', { htmlFor: id }, [
      element('code', { textContent: name }),
      ...tags.flatMap((textContent) => [' ', element('span', { className: 'tag', textContent })]),
      ' ',
      held,
    ]),
    ...(fixedBy === 'secret' ? [] : [control]),
    about,
    actions,
    note,
  ])
  let shown = ''

  const say = (text: string, isWrong = false) => {
    note.textContent = text
    note.dataset['state'] = isWrong ? 'bad' : 'good'
    control.ariaInvalid = isWrong ? 'true' : null
  }
  const changed = () => {
    actions.hidden = control.value === shown
  }
  const set = (value: ConfigValue) => {
    shown = entryText(setting, value)
    control.value = shown
    changed()
  }
  const save = async () => {
    const sent = control.value
    const value = JSON.stringify(parseEntry(setting, sent))
    const reply = await call('config', { args: { key: name, value }, options: { json: true } })
    shown = entryText(setting, reply.Value as ConfigValue)
    if (control.value === sent) {
      control.focus()
      control.value = shown
    }
    changed()
    say(reply.NeedsRestart ? settingsTexts.savedForRestart : frameTexts.saved)
  }
  form.addEventListener('input', () => {
    say('')
    changed()
  })
  form.addEventListener('reset', (event) => {
    event.preventDefault()
    control.focus()
    control.value = shown
    say('')
    changed()
  })
  onSubmit(form, () => save().catch((error: unknown) => say(reasonOf(error), true)))
  return {
    element: form,
    show(value, heldBy) {
      held.textContent = settingsTexts.setBy(heldBy ?? '')
      held.hidden = heldBy === undefined || fixedBy !== undefined
      const isReadOnly = heldBy !== undefined || fixedBy !== undefined
      if (control instanceof HTMLSelectElement) control.disabled = isReadOnly
      else control.readOnly = isReadOnly
      if (!actions.hidden) return
      set(value)
      // The value of the environment is shown also where it is the default.
      if (isReadOnly && value !== null) control.value = entryText({ ...setting, default: null }, value)
      shown = control.value
    },
  }
}

function controlOf({ name, form, choices, shown }: SettingDescription, id: string): Control {
  const words = form === 'flag' ? ['true', 'false'] : choices
  const unset = shown === '' ? settingsTexts.nothing : shown.replaceAll('`', '')
  if (words) {
    const options = ['', ...words].map((value) =>
      element('option', { value, textContent: value === '' ? settingsTexts.defaultValue(unset) : value }),
    )
    return element('select', { id, name }, options)
  }
  const shared = { id, name, placeholder: unset, spellcheck: false, autocapitalize: 'none' }
  if (form === 'list' || form === 'json') {
    const placeholder = form === 'list' ? settingsTexts.entryPerLine(unset) : unset
    return element('textarea', { ...shared, placeholder, rows: 2 })
  }
  return element('input', {
    ...shared,
    autocomplete: 'off',
    inputMode: form === 'number' ? 'numeric' : 'text',
  })
}

function aboutOf({ about, variable }: SettingDescription): (Node | string)[] {
  const text = pieces(about).map((piece) =>
    piece.isCode ? element('code', { textContent: piece.text }) : piece.text,
  )
  const by = variable ? [` ${settingsTexts.variable} `, element('code', { textContent: variable }), '.'] : []
  return [...text, '.', ...by]
}

/** The node's reason, without what it was doing: the field says that. */
function reasonOf(error: unknown): string {
  if (!(error instanceof RpcError)) return nextStep(error)
  return sentence(error.message.replace(/^failed to set config value: /, ''))
}
