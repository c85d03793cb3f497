import { announce } from '../../announce.ts'
import { element } from '../../element.ts'
import { frameTexts } from '../../language/frame-texts.ts'
import { hideProblem, showProblem } from '../../problem.ts'
import { addPicture } from '../add-picture.ts'
import { CalendarRefusal, calendarApi } from '../calendar-api.ts'
import { calendarTexts } from '../calendar-texts.ts'
import { showRefusedFields } from '../refused-fields.ts'
import { KINDS, type ManagedEntry, type ManagedField } from './kinds.ts'
import type { Managed } from './parts.ts'

export interface EntryFormOptions {
  /** The entry to change. Absent for a new one. */
  readonly entry: ManagedEntry | undefined
  readonly onSaved: () => Promise<void>
  readonly onCancelled: () => void
}

/** The form of a venue, an organizer, a category or a tag. Sends only what was changed. */
export function entryForm(kind: Managed, { entry, onSaved, onCancelled }: EntryFormOptions): HTMLFormElement {
  const { words, nameField, fields } = KINDS[kind]
  const controls = Object.entries(fields).map(([name, field]) => {
    const id = `manage-${kind}-${entry?.id ?? 'new'}-${name}`
    const control = controlOf(field, { name, id, value: entry?.values[name] ?? '' })
    if (control instanceof HTMLInputElement) control.required = name === nameField
    return element('div', {}, [element('label', { htmlFor: id, textContent: field.label }), control])
  })
  const save = element('button', { type: 'submit', className: 'primary', textContent: frameTexts.save })
  const cancel = element('button', { type: 'button', textContent: frameTexts.cancel })
  cancel.addEventListener('click', onCancelled)
  const form = element(
    'form',
    { className: 'panel fields', ariaLabel: entry ? calendarTexts.editTitle(entry.name) : words.add },
    [...controls, element('div', { className: 'actions' }, [save, cancel])],
  )
  if (entry?.hasPicture) {
    const note = element('p', {
      className: 'muted',
      textContent: calendarTexts.hasPictureToo,
    })
    form.querySelector('[type="file"]')?.after(note)
  }
  form.addEventListener('submit', (submission) => {
    submission.preventDefault()
    if (save.ariaDisabled === 'true') return
    save.ariaDisabled = 'true'
    hideProblem()
    send(kind, { form, entry })
      .then(onSaved)
      .catch((error: unknown) => {
        const isRefusal = error instanceof CalendarRefusal
        showProblem(isRefusal ? new Error(showRefusedFields(form, error, (field) => field)) : error)
      })
      .finally(() => {
        save.ariaDisabled = null
      })
  })
  return form
}

interface ControlOptions {
  readonly name: string
  readonly id: string
  readonly value: string
}

function controlOf({ type }: ManagedField, { name, id, value }: ControlOptions): HTMLElement {
  if (type === 'lines') return element('textarea', { name, id, value, rows: 3 })
  if (type === 'file')
    return element('input', {
      name,
      id,
      type,
      accept: 'image/png,image/jpeg,image/gif,image/webp,image/avif',
    })
  return element('input', { name, id, type, value, maxLength: 200, autocomplete: 'off' })
}

interface SendOptions {
  readonly form: HTMLFormElement
  readonly entry: ManagedEntry | undefined
}

async function send(kind: Managed, { form, entry }: SendOptions): Promise<void> {
  const input: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) {
    if (value instanceof File) {
      if (value.size > 0) input[name] = await addPicture(value)
    } else if (value.trim() !== (entry?.values[name] ?? '')) input[name] = value.trim()
  }
  if (entry && Object.keys(input).length === 0) return
  await calendarApi.put(kind, entry?.id, input)
  announce(frameTexts.saved)
}
